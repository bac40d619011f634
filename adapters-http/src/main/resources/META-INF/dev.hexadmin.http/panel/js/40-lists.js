(() => {
  'use strict';
  // ---- lists: what is empty does not go into the address
  document.addEventListener('htmx:configRequest', (event) => {
    const form = event.detail.elt;
    if (!form.matches?.('.listtools')) return;
    for (const [name, value] of Object.entries(event.detail.parameters)) if (value === '') delete event.detail.parameters[name];
  });
  document.addEventListener('submit', (event) => {
    if (event.target.matches('.listtools')) event.target.querySelectorAll('[name]').forEach((field) => { if (!field.value) field.disabled = true; });
  });

  // ---- lists: how many records are selected, and all at once
  const ticks = () => [...document.querySelectorAll('td.tick input')];
  const ticked = () => ticks().filter((one) => one.checked).map((one) => one.value);
  const tell = () => {
    const told = document.querySelector('[data-ticked]');
    const number = ticked().length;
    document.getElementById('list')?.classList.toggle('choosing', number > 0);
    ticks().forEach((one) => one.closest('tr').classList.toggle('chosen', one.checked));
    const whole = document.querySelector('#bulk [name=all]');
    if (told) told.textContent = whole?.checked ? whole.dataset.total : number;
    const all = document.getElementById('tick-all');
    if (all) {
      all.checked = number > 0 && number === ticks().length;
      all.indeterminate = number > 0 && number < ticks().length;
    }
  };
  const tick = (keys) => {
    const wanted = new Set(keys);
    ticks().forEach((one) => { if (wanted.has(one.value)) one.checked = true; });
    tell();
  };
  const setUpTicks = () => {
    const head = document.querySelector('th.tick');
    if (!head || document.getElementById('tick-all')) return;
    const all = document.createElement('input');
    all.type = 'checkbox';
    all.className = 'check';
    all.id = 'tick-all';
    all.setAttribute('aria-label', gettext('Select all of this page'));
    all.addEventListener('change', () => {
      ticks().forEach((one) => { one.checked = all.checked; });
      tell();
    });
    head.replaceChildren(all);
    tell();
  };
  document.addEventListener('change', (event) => {
    const { target } = event;
    if (target.matches('td.choose input')) target.closest('tr').classList.toggle('chosen', target.checked);
    if (!target.matches('td.tick input, #bulk [name=all]')) return;
    const whole = document.querySelector('#bulk [name=all]');
    if (whole && target !== whole && !target.checked) whole.checked = false;
    tell();
  });
  document.addEventListener('submit', (event) => { if (event.target.id === 'bulk' && !event.submitter?.value) event.preventDefault(); });
  document.addEventListener('reset', (event) => { if (event.target.id === 'bulk') setTimeout(tell); });

  // ---- lists: what htmx replaces keeps the focus, the selection and what was typed since it was asked for; what is no list replaces nothing
  let before = null;
  const sent = new WeakMap();
  const inputs = () => [...document.querySelectorAll('#list form:not(#bulk) :is(input:not([type=hidden]), select)[name]')];
  const content = (one) => (one.type === 'checkbox' ? String(one.checked) : one.value);
  const contents = () => new Map(inputs().map((one) => [one.name, content(one)]));
  document.addEventListener('htmx:beforeRequest', (event) => {
    if (event.detail.target?.id === 'list') sent.set(event.detail.xhr, contents());
  });
  const typedSince = (xhr) => {
    const old = sent.get(xhr) ?? new Map();
    return inputs().filter((one) => old.has(one.name) && old.get(one.name) !== content(one)).map((one) => ({
      name: one.name, old: old.get(one.name), now: content(one), focused: one === document.activeElement,
      caret: ['text', 'search'].includes(one.type) ? one.selectionStart : null,
    }));
  };
  const typeAgain = (typed) => {
    for (const { name, old, now, focused, caret } of typed) {
      // another condition may have got the name
      const field = inputs().find((one) => one.name === name && content(one) === old);
      if (!field) continue;
      if (field.type === 'checkbox') field.checked = now === 'true';
      else field.value = now;
      if (focused) {
        field.focus({ preventScroll: true });
        if (caret !== null && field.setSelectionRange && ['text', 'search'].includes(field.type)) field.setSelectionRange(caret, caret);
      }
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  };
  const sheet = () => document.querySelector('#list > .sheet');
  const say = (text) => {
    document.getElementById('list-away')?.remove();
    document.getElementById('list').prepend(Object.assign(document.createElement('p'), { id: 'list-away', className: 'notice error', role: 'alert', textContent: text }));
  };
  document.addEventListener('htmx:beforeSwap', (event) => {
    if (event.detail.target?.id !== 'list') return;
    if (event.detail.xhr.responseText.includes('id="list"')) {
      before = { typed: typedSince(event.detail.xhr), focus: document.activeElement?.id, ticks: ticked(), open: document.querySelector('.listfilters')?.open, left: sheet()?.scrollLeft ?? 0 };
      return;
    }
    event.detail.shouldSwap = false;
    const page = new DOMParser().parseFromString(event.detail.xhr.responseText, 'text/html');
    say((page.querySelector('main .lead')?.textContent ?? gettext('The list cannot be shown.')) + ' ' + gettext('The list below is as it was before.'));
  });
  document.addEventListener('htmx:sendError', (event) => {
    if (event.detail.target?.id === 'list') say(gettext('The server cannot be reached. The list below is as it was before.'));
  });

  // ---- lists: whoever comes back from a record finds the list as it was
  const LIST = 'hexadmin.list';
  const row = (key) => [...document.querySelectorAll('table.records tr[data-key]')].find((one) => one.dataset.key === key);
  const leave = (link) => {
    sessionStorage.setItem(LIST, JSON.stringify({
      path: location.pathname,
      address: location.pathname + location.search,
      key: link.closest('tr').dataset.key,
      link: link.className,
      ticks: ticked(),
      top: sheet()?.scrollTop ?? 0,
      left: sheet()?.scrollLeft ?? 0,
    }));
  };
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('table.records tr[data-key] a');
    if (link && !link.matches('[aria-haspopup]')) leave(link);
  });
  const comeBack = () => {
    const left = JSON.parse(sessionStorage.getItem(LIST) ?? 'null');
    if (!left) return;
    if (location.pathname !== left.path && location.pathname.startsWith(left.path)) {
      [...document.querySelectorAll('.crumbs a')].find((one) => one.pathname === left.path)?.setAttribute('href', left.address);
      return;
    }
    sessionStorage.removeItem(LIST);
    if (location.pathname + location.search !== left.address) return;
    tick(left.ticks);
    const line = row(left.key);
    // what is scrolled to must be there
    document.querySelectorAll('.rows > .later').forEach((part) => part.classList.remove('later'));
    line?.classList.add('visited');
    [...line?.querySelectorAll('a') ?? []].find((one) => one.className === left.link)?.focus({ preventScroll: true });
    sheet()?.scrollTo(left.left, left.top);
  };

  // ---- lists: columns are moved by buttons, and the lookups of another field are fetched
  const setUpPanel = () => {
    const panel = document.querySelector('.listpanel:not([data-ready])');
    if (!panel) return;
    panel.dataset.ready = '';
    const list = panel.querySelector('.columns');
    if (!list) return;
    const number = () => [...list.children].forEach((item, i) => { item.querySelector('.position').value = i + 1; });
    const move = (item, by) => {
      const other = by < 0 ? item.previousElementSibling : item.nextElementSibling;
      if (!other) return;
      if (by < 0) other.before(item);
      else other.after(item);
      number();
    };
    for (const item of list.children) {
      const name = item.querySelector('label').textContent.trim();
      const buttons = document.createElement('span');
      for (const [by, sign, word] of [[-1, '↑', gettext('Move {field} up', { field: name })], [1, '↓', gettext('Move {field} down', { field: name })]]) {
        const button = Object.assign(document.createElement('button'), { type: 'button', className: 'button quiet square small', textContent: sign });
        button.setAttribute('aria-label', word);
        button.addEventListener('click', () => {
          move(item, by);
          button.focus();
        });
        buttons.append(button);
      }
      item.append(buttons);
      item.draggable = true;
      item.addEventListener('dragstart', (event) => {
        item.classList.add('held');
        event.dataTransfer.setData('text/plain', name);
      });
      item.addEventListener('dragend', () => item.classList.remove('held'));
      item.addEventListener('dragover', (event) => {
        event.preventDefault();
        const held = list.querySelector('.held');
        if (!held || held === item) return;
        const after = held.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_FOLLOWING;
        if (after) item.after(held);
        else item.before(held);
        number();
      });
    }
    panel.querySelector('input:not([type=hidden])')?.focus({ preventScroll: true });
  };
  document.addEventListener('change', (event) => {
    if (event.target.matches('.builder select.again')) event.target.form.requestSubmit();
  });

  // ---- lists: one menu for all rows, above everything else
  const menu = () => document.getElementById('row-menu');
  const items = () => [...menu().querySelectorAll('a, button')];
  let opener = null;
  let wasOpen = false;
  const openMenu = (button) => {
    const shown = menu();
    const line = button.closest('tr');
    const { key } = line.dataset;
    const record = button.getAttribute('href');
    const [path, from] = record.split('?', 2);
    const { list } = line.closest('table').dataset;
    const [, query] = list.split('?', 2);
    const back = 'next=' + encodeURIComponent(list);
    for (const item of items()) {
      const { edit, below, keyAfter, action } = item.dataset;
      if (item.localName === 'button') item.value = key;
      else if (edit === '') item.href = line.querySelector('a.edit').getAttribute('href');
      else if (below === '') item.href = record;
      else if (below !== undefined) item.href = path + below + '?' + (from ? from + '&' : '') + back;
      else if (action !== undefined) item.href = action + encodeURIComponent(key) + (query ? '&query=' + encodeURIComponent(query) : '');
      else item.href = keyAfter + encodeURIComponent(key) + '&' + back;
    }
    opener = button;
    button.focus({ preventScroll: true });
    shown.setAttribute('aria-label', button.getAttribute('aria-label'));
    shown.hidden = false;
    shown.showPopover();
    const at = button.getBoundingClientRect();
    const start = getComputedStyle(shown).direction === 'rtl' ? at.left : at.right - shown.offsetWidth;
    shown.style.left = Math.max(8, Math.min(start, innerWidth - shown.offsetWidth - 8)) + 'px';
    shown.style.top = Math.max(8, at.bottom + 4 + shown.offsetHeight > innerHeight ? at.top - 4 - shown.offsetHeight : at.bottom + 4) + 'px';
    items()[0].focus({ preventScroll: true });
  };
  document.addEventListener('toggle', (event) => {
    if (event.target.id === 'row-menu') opener?.setAttribute('aria-expanded', String(event.newState === 'open'));
  }, true);
  // a click outside closes the menu before its button hears of it
  document.addEventListener('pointerdown', (event) => {
    wasOpen = menu()?.matches(':popover-open') && opener?.contains(event.target);
  }, true);
  document.addEventListener('click', (event) => {
    const button = event.target.closest?.('.rowend > .more[role]');
    if (button && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      if (!wasOpen) openMenu(button);
      wasOpen = false;
    } else if (event.target.closest?.('#row-menu a')) leave(opener);
  });
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (key === ' ' && target.matches?.('.rowend > .more[role]')) {
      event.preventDefault();
      openMenu(target);
    }
    if (!target.closest?.('#row-menu')) return;
    const all = items();
    const at = all.indexOf(target);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
    if (key === 'Tab') menu().hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length).focus();
  });
  document.addEventListener('scroll', (event) => { if (event.target === sheet() && menu()?.matches(':popover-open')) menu().hidePopover(); }, true);

  // ---- lists: the link to more actions opens the menu; a cell is changed where it stands, and its button comes with the pointer or the focus
  const setUpMenu = (line) => {
    const link = line.querySelector('.rowend > .more:not([role])');
    if (!link || !menu()?.showPopover) return;
    link.setAttribute('role', 'button');
    link.setAttribute('aria-haspopup', 'menu');
    link.setAttribute('aria-expanded', 'false');
  };
  const setUpCells = (line) => {
    if (!line.querySelector('a.edit') || line.dataset.ready === '') return;
    const name = line.querySelector('a.name')?.textContent.trim() || line.dataset.key;
    line.dataset.ready = '';
    [...line.closest('table').tHead.rows[0].cells].forEach(({ dataset: { field, label } }, i) => {
      if (!field) return;
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'cell-edit quiet square small';
      button.textContent = '✎';
      button.setAttribute('aria-label', gettext('Change {field} of {record}', { field: label, record: name }));
      line.cells[i].dataset.field = field;
      line.cells[i].append(button);
    });
  };
  const enterRow = (event) => {
    const line = event.target.closest?.('table.records > tbody > tr[data-key]');
    if (!line) return;
    setUpMenu(line);
    setUpCells(line);
  };
  document.addEventListener('pointerover', enterRow);
  document.addEventListener('focusin', enterRow);
  // a long list is set up as far as it is in view; without a pointer that hovers, the buttons of its cells are always visible
  const hoverless = matchMedia('(hover: none) and (min-width: 761px)');
  const inView = new IntersectionObserver((entries) => entries.forEach(({ isIntersecting, target }) => {
    if (!isIntersecting) return;
    inView.unobserve(target);
    setUpMenu(target);
    if (hoverless.matches) setUpCells(target);
  }));
  const setUpRows = () => document.querySelectorAll('table.records > tbody > tr[data-key]').forEach((line) => inView.observe(line));
  // other scripts set up what has come into the page
  const announce = () => document.dispatchEvent(new Event('hexadmin:content'));
  // one cell is changed at a time: saving it shows the list again
  let editor = null;
  const entries = (form) => JSON.stringify([...new FormData(form)].map(([name, value]) => [name, String(value.name ?? value)]));
  const isUnsaved = () => Boolean(editor?.form.isConnected && entries(editor.form) !== editor.blank);
  const unsaved = () => {
    if (!isUnsaved()) return false;
    const told = gettext('Save or cancel this change first.');
    if (![...editor.form.querySelectorAll('[role=alert]')].some((one) => one.textContent === told)) editor.form.prepend(Object.assign(document.createElement('p'), { className: 'notice error', role: 'alert', textContent: told }));
    (editor.form.querySelector('.field :is(input:not([type=hidden]), select, textarea)') ?? editor.form).focus();
    return true;
  };
  window.addEventListener('beforeunload', (event) => { if (isUnsaved()) event.preventDefault(); });
  document.addEventListener('htmx:beforeRequest', (event) => { if (event.detail.target?.id === 'list' && unsaved()) event.preventDefault(); });
  const edits = (cell) => cell.closest('tr').querySelector('a.edit').href;
  document.addEventListener('click', (event) => {
    const button = event.target.closest?.('.cell-edit');
    if (button) openCell(button.closest('td'), edits(button));
  });
  document.addEventListener('dblclick', (event) => {
    const cell = event.target.closest?.('td[data-field]');
    if (cell?.querySelector(':scope > .cell-edit') && !event.target.closest('a, form')) openCell(cell, edits(cell));
  });
  const openCell = async (cell, href) => {
    if (unsaved()) return;
    editor?.close();
    const before = [...cell.childNodes];
    const close = () => {
      editor = null;
      cell.classList.remove('editing');
      cell.replaceChildren(...before);
      cell.querySelector('.cell-edit')?.focus();
    };
    const { key } = cell.closest('tr').dataset;
    const { field } = cell.dataset;
    const take = async (answer) => {
      if (answer.status === 401) return location.reload();
      if (answer.redirected && !new URL(answer.url).pathname.endsWith('/edit')) {
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        editor = null;
        const keys = ticked();
        const left = document.querySelector('.sheet')?.scrollLeft ?? 0;
        document.getElementById('list').replaceWith(page.getElementById('list'));
        document.querySelector('.flashes')?.replaceWith(page.querySelector('.flashes'));
        window.htmx?.process(document.getElementById('list'));
        announce();
        tick(keys);
        const region = document.querySelector('.sheet');
        region?.scrollTo(left, 0);
        const line = row(key);
        if (line) setUpCells(line);
        // the record may not be in the list any more
        (line?.querySelector('td[data-field="' + CSS.escape(field) + '"] > .cell-edit') ?? region ?? document.getElementById('content')).focus({ preventScroll: true });
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const form = page.querySelector('main form[action]');
      if (!form) {
        location.href = href;
        return;
      }
      form.classList.remove('card');
      form.removeAttribute('data-guard');
      const wrong = page.querySelector('main [role=alert]');
      if (wrong) form.prepend(wrong);
      cell.classList.add('editing');
      cell.replaceChildren(form);
      announce();
      editor = { form, close, blank: editor?.cell === cell ? editor.blank : entries(form), cell };
      form.querySelector('[autofocus], .field input:not([type=hidden]), .field select, .field textarea, [type=radio]')?.focus();
      form.querySelector('.formend a')?.addEventListener('click', (event) => { event.preventDefault(); close(); });
      form.addEventListener('keydown', (event) => { if (event.key === 'Escape') { event.stopPropagation(); close(); } });
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        send(form, event.submitter);
      });
    };
    const send = async (form, submitter) => {
      if (!await window.hexadminSession().catch(() => true)) return;
      const body = window.hexadminFormData(form, submitter?.name ? submitter : null);
      form.querySelectorAll('button').forEach((one) => { one.disabled = true; });
      try {
        await take(await fetch(form.getAttribute('action'), { method: 'POST', body, headers: { Accept: 'text/html' } }));
      } catch {
        form.querySelectorAll('button').forEach((one) => { one.disabled = false; });
        form.prepend(Object.assign(document.createElement('p'), { className: 'notice error', role: 'alert', textContent: gettext('The server cannot be reached. Nothing was saved.') }));
      }
    };
    const form = new URL(href);
    form.searchParams.set('field', field);
    try {
      await take(await fetch(form, { headers: { Accept: 'text/html' } }));
    } catch {
      say(gettext('The server cannot be reached. The list below is as it was before.'));
    }
  };

  const setUp = () => {
    setUpTicks();
    setUpRows();
    setUpPanel();
  };
  setUp();
  comeBack();
  document.addEventListener('hexadmin:content', setUp);
  document.addEventListener('htmx:afterSettle', () => {
    setUp();
    if (!before) return;
    tick(before.ticks);
    const filters = document.querySelector('.listfilters');
    if (filters && before.open && !document.querySelector('.listpanel')) filters.open = true;
    sheet()?.scrollTo(before.left, 0);
    if (before.focus && document.activeElement === document.body) document.getElementById(before.focus)?.focus({ preventScroll: true });
    const { typed } = before;
    before = null;
    typeAgain(typed);
  });
})();
