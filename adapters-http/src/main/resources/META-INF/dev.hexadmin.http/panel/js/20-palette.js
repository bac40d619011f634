// The command palette: Ctrl or Cmd with K, or the entry of the sidebar. It goes to what the search finds, and runs
// the commands that the page has elsewhere as links and buttons.
(() => {
  'use strict';
  const dialog = document.getElementById('palette');
  const opener = document.querySelector('[data-palette]');
  if (!dialog || !opener || !dialog.showModal) return;
  const admin = document.body.dataset.admin;
  const language = document.documentElement.lang;
  const input = document.createElement('input');
  const list = document.createElement('ul');
  const status = document.createElement('p');
  let found = [];
  let at = -1;
  let asked = 0;
  let timer;
  let shown = null;
  let pressed = false;

  input.type = 'text';
  input.maxLength = 200;
  input.placeholder = gettext('Search or run a command');
  for (const [name, value] of Object.entries({
    role: 'combobox', 'aria-label': gettext('Search'), 'aria-expanded': 'true', 'aria-controls': 'palette-list', 'aria-autocomplete': 'list', autocomplete: 'off', spellcheck: 'false',
  })) input.setAttribute(name, value);
  list.id = 'palette-list';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', gettext('Suggestions'));
  list.className = 'found';
  status.setAttribute('role', 'status');
  const make = (name, className, ...children) => {
    const element = Object.assign(document.createElement(name), { className });
    element.append(...children);
    return element;
  };
  const key = (text, does) => make('span', 'keys', make('kbd', '', text), does);
  const foot = make('footer', '', status, key('↑↓', gettext('move')), key('↵', gettext('open')), key('Esc', gettext('close')));
  [...foot.querySelectorAll('.keys')].forEach((one) => one.setAttribute('aria-hidden', 'true'));
  dialog.append(make('div', 'ask', opener.querySelector('svg').cloneNode(true), input), list, foot);
  // the icon of the place that an address belongs to
  const icon = (one) => {
    const links = [...document.querySelectorAll('.side .nav a')].filter((link) => one.url?.startsWith(link.getAttribute('href')));
    const place = links.sort((a, b) => b.getAttribute('href').length - a.getAttribute('href').length)[0];
    return (one.button?.querySelector('svg') ?? place?.querySelector('svg') ?? opener.querySelector('svg')).cloneNode(true);
  };

  const select = (index) => {
    at = found.length ? (index + found.length) % found.length : -1;
    [...list.children].forEach((option, i) => option.setAttribute('aria-selected', String(i === at)));
    if (at < 0) input.removeAttribute('aria-activedescendant');
    else {
      input.setAttribute('aria-activedescendant', 'palette-' + at);
      list.children[at].scrollIntoView({ block: 'nearest' });
    }
  };
  // each has a label and either an address or an element to press
  const commands = [
    ...[...document.querySelectorAll('.side a[data-create]')].map((link) => ({ label: gettext('Create {model}', { model: language === 'en' ? link.dataset.label.toLowerCase() : link.dataset.label }), url: link.dataset.create })),
    ...[...document.querySelectorAll('button[data-command]')].map((button) => ({ label: button.dataset.command, button })),
  ].map((one) => ({ ...one, sublabel: gettext('Command') }));
  const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = (words) => commands.filter((one) => words.every((word) => one.label.toLowerCase().includes(word)));
  const show = (suggestions, text) => {
    shown = text;
    const words = wordsOf(text);
    const run = wanted(words);
    // a command that starts with the first word that was typed comes first, the others after what was found
    const first = words.length ? run.filter((one) => one.label.toLowerCase().startsWith(words[0])) : [];
    found = [...first, ...suggestions, ...run.filter((one) => !first.includes(one))];
    list.replaceChildren(...found.map((one, i) => {
      const option = document.createElement('li');
      const label = document.createElement('span');
      const below = document.createElement('span');
      option.id = 'palette-' + i;
      option.setAttribute('role', 'option');
      option.className = 'hit';
      label.textContent = one.label;
      label.className = 'cut';
      below.textContent = one.sublabel;
      below.className = 'cut muted';
      option.append(icon(one), label, below);
      option.addEventListener('click', () => go(i));
      return option;
    }));
    status.textContent = found.length ? gettext('{count, plural, one {# suggestion} other {# suggestions}}', { count: found.length }) : gettext('No match. Press Enter to search all records.');
    select(0);
    if (pressed) go(at);
    pressed = false;
  };
  const go = (index) => {
    const one = found[index];
    if (one?.button) {
      dialog.close();
      one.button.click();
      return;
    }
    location.href = one ? one.url : admin + '/search?q=' + encodeURIComponent(input.value);
  };
  const ask = async () => {
    const mine = ++asked;
    const text = input.value.trim();
    try {
      const answer = await fetch(admin + '/search/suggestions?q=' + encodeURIComponent(text), { headers: { Accept: 'application/json' } });
      if (answer.status === 401) return location.reload();
      const body = await answer.json();
      if (mine === asked) answer.ok ? show(body.suggestions, text) : (status.textContent = body.detail);
    } catch {
      if (mine !== asked) return;
      show([], text);
      status.textContent = gettext('The server cannot be reached.');
    }
  };
  // Enter means what is typed, not what was found for something else
  const enter = () => {
    if (shown === input.value.trim()) return go(at);
    pressed = true;
    clearTimeout(timer);
    ask();
  };
  const open = () => {
    if (dialog.open) return;
    pressed = false;
    input.value = '';
    dialog.showModal();
    input.focus();
    ask();
  };

  input.addEventListener('input', () => {
    pressed = false;
    clearTimeout(timer);
    timer = setTimeout(ask, 120);
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') select(at + 1);
    else if (event.key === 'ArrowUp') select(at - 1);
    else if (event.key === 'Enter') enter();
    else return;
    event.preventDefault();
  });
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  opener.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      open();
    }
  });
})();
