(() => {
  'use strict';
  // ---- comments: users to choose from while a name is typed after an @
  const name = /(?:^|[^\p{L}\p{N}_@./+\\-])@([\p{L}\p{N}_.+-]*)$/u;
  const status = document.createElement('p');
  let text;
  let popup;
  let at;
  let asked = 0;
  const close = () => {
    asked++;
    popup?.remove();
    popup = null;
    status.textContent = '';
    text?.removeAttribute('aria-activedescendant');
  };
  const options = () => [...popup.querySelectorAll('[role=option]')];
  const mark = (index) => {
    const all = options();
    at = (index + all.length) % all.length;
    all.forEach((one, i) => one.setAttribute('aria-selected', String(i === at)));
    text.setAttribute('aria-activedescendant', all[at].id);
    all[at].scrollIntoView({ block: 'nearest' });
  };
  const take = (one) => {
    const end = text.selectionStart;
    const typed = name.exec(text.value.slice(0, end));
    close();
    if (typed) text.setRangeText(one.dataset.name + ' ', end - typed[1].length, end, 'end');
  };
  document.addEventListener('input', async (event) => {
    const box = event.target.closest('[data-mentions]');
    if (!box || event.target.localName !== 'textarea') return;
    close();
    text = event.target;
    const typed = name.exec(text.value.slice(0, text.selectionStart));
    if (!typed) return;
    const mine = asked;
    if (!status.isConnected) {
      status.className = 'hidden';
      status.setAttribute('role', 'status');
      box.append(status);
    }
    const answer = await fetch(box.dataset.mentions + '?q=' + encodeURIComponent(typed[1])).catch(() => null);
    const found = answer?.ok ? await answer.text() : '';
    if (mine !== asked || !found.trim()) return;
    popup = document.createElement('div');
    popup.className = 'popup';
    popup.innerHTML = found;
    popup.firstChild.id = text.id + '-users';
    options().forEach((one, i) => {
      one.id = text.id + '-user-' + i;
      one.addEventListener('mousedown', (press) => { press.preventDefault(); take(one); });
    });
    text.after(popup);
    text.setAttribute('aria-autocomplete', 'list');
    text.setAttribute('aria-controls', popup.firstChild.id);
    status.textContent = gettext('{count, plural, one {# suggestion} other {# suggestions}}', { count: options().length });
    mark(0);
  });
  document.addEventListener('keydown', (event) => {
    if (!popup || event.target !== text || event.isComposing) return;
    if (event.key === 'ArrowDown') mark(at + 1);
    else if (event.key === 'ArrowUp') mark(at - 1);
    else if (event.key === 'Enter' || event.key === 'Tab') take(options()[at]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener('focusout', (event) => { if (event.target === text) close(); });
})();
