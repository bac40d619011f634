(() => {
  'use strict';
  // what htmx sends carries the session's token
  document.addEventListener('htmx:configRequest', (event) => {
    const token = document.querySelector('meta[name="csrf-token"]')?.content;
    if (token) event.detail.headers['X-CSRF-Token'] = token;
  });

  // a change of the theme leads back to the whole address
  document.addEventListener('submit', (event) => {
    if (event.target.matches('.themes')) event.target.elements.next.value = location.pathname + location.search;
  });

  // an open menu closes with Escape and with a click elsewhere, the sidebar of a phone with Escape
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    const open = document.querySelector('details.dropdown[open]');
    if (open) {
      open.open = false;
      open.querySelector('summary').focus();
    } else if (location.hash === '#nav') {
      location.hash = '#content';
      document.querySelector('.menu-open')?.focus();
    }
  });
  document.addEventListener('click', (event) => {
    document.querySelectorAll('details.dropdown[open]').forEach((menu) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
  });

  // the message about what was done leaves after 6 s, later while the pointer or the focus is in it
  const fade = (message) => setTimeout(() => (message.matches(':hover, :focus-within') ? fade(message) : message.remove()), 6000);
  const fadeAll = () => document.querySelectorAll('.flashes > .success:not([data-fades])').forEach((message) => {
    message.dataset.fades = '';
    fade(message);
  });
  // a secret that is shown once can be copied; without the clipboard, as on a page without TLS, it is selected
  const copy = async (secret, button) => {
    const lines = secret.children.length ? [...secret.children] : [secret];
    try {
      await navigator.clipboard.writeText(lines.map((line) => line.textContent.trim()).join('\n'));
      button.textContent = gettext('Copied');
    } catch {
      getSelection().selectAllChildren(secret);
      button.textContent = gettext('Selected: copy it with Ctrl C');
    }
    setTimeout(() => { button.textContent = gettext('Copy'); }, 4000);
  };
  const offerCopies = () => document.querySelectorAll('.secret:not([data-copies])').forEach((secret) => {
    secret.dataset.copies = '';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.setAttribute('aria-live', 'polite');
    button.textContent = gettext('Copy');
    button.addEventListener('click', () => copy(secret, button));
    (secret.matches('ul') ? secret : secret.parentElement).insertAdjacentElement('afterend', button);
  });
  // tabs that do not fit scroll to the current one
  const arrive = () => {
    fadeAll();
    offerCopies();
    document.querySelectorAll('.tabs').forEach((tabs) => {
      const current = tabs.querySelector('[aria-current]');
      if (current && tabs.scrollWidth > tabs.clientWidth) tabs.scrollLeft += current.getBoundingClientRect().left - tabs.getBoundingClientRect().left - 24;
    });
  };
  // in a frame, which lays the page out anyway
  requestAnimationFrame(arrive);
  document.addEventListener('hexadmin:content', arrive);
})();
