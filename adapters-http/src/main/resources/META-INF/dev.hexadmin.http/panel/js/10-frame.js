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
  // tabs that do not fit scroll to the current one
  const arrive = () => {
    fadeAll();
    document.querySelectorAll('.tabs').forEach((tabs) => {
      const current = tabs.querySelector('[aria-current]');
      if (current && tabs.scrollWidth > tabs.clientWidth) tabs.scrollLeft += current.getBoundingClientRect().left - tabs.getBoundingClientRect().left - 24;
    });
  };
  // in a frame, which lays the page out anyway
  requestAnimationFrame(arrive);
  document.addEventListener('hexadmin:content', arrive);
})();
