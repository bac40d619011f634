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

  // an open menu closes with Escape and with a click elsewhere
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    const open = document.querySelector('details.dropdown[open]');
    if (open) {
      open.open = false;
      open.querySelector('summary').focus();
    }
  });
  document.addEventListener('click', (event) => {
    document.querySelectorAll('details.dropdown[open]').forEach((menu) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
  });
})();
