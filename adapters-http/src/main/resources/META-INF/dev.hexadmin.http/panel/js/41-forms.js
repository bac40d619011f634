(() => {
  'use strict';

  const el = (name, properties) => Object.assign(document.createElement(name), properties);

  // ---- choices: opened by a click, found while typing
  /**
   * Makes a combobox of an input.
   * label: of the list; find: text => choices { key, label, detail }; choose: (choice) => void; left: () => void
   */
  const combobox = (input, { label, find, choose, left }) => {
    const box = el('div', { className: 'combo' });
    const popup = el('div', { className: 'popup', hidden: true });
    const list = el('ul', { id: input.id + '-list' });
    const status = el('p', { className: 'muted small' });
    let found = [];
    let at = -1;
    let asked = 0;
    let timer;
    for (const [name, value] of Object.entries({ role: 'combobox', autocomplete: 'off', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': list.id, spellcheck: 'false' })) input.setAttribute(name, value);
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', label);
    status.setAttribute('role', 'status');
    popup.append(list, status);

    const close = () => {
      clearTimeout(timer);
      asked++;
      popup.hidden = true;
      box.classList.remove('low');
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    };
    const mark = (index) => {
      at = found.length ? (index + found.length) % found.length : -1;
      [...list.children].forEach((option, i) => option.setAttribute('aria-selected', String(i === at)));
      if (at >= 0) {
        input.setAttribute('aria-activedescendant', list.children[at].id);
        list.children[at].scrollIntoView({ block: 'nearest' });
      }
    };
    const take = (one) => {
      close();
      choose(one);
    };
    const show = (choices, text) => {
      found = choices;
      list.replaceChildren(...found.map((one, i) => {
        const option = el('li', { id: input.id + '-' + i });
        option.setAttribute('role', 'option');
        option.setAttribute('aria-selected', 'false');
        option.append(el('span', { textContent: one.label }));
        if (one.detail) option.append(el('span', { textContent: one.detail, className: 'muted small' }));
        option.addEventListener('mousedown', (event) => { event.preventDefault(); take(one); });
        return option;
      }));
      list.hidden = !found.length;
      status.textContent = text;
      popup.hidden = false;
      const line = box.closest('tr');
      box.classList.toggle('low', Boolean(line) && line.parentNode.rows.length - line.sectionRowIndex <= 6);
      input.setAttribute('aria-expanded', 'true');
      at = -1;
      input.removeAttribute('aria-activedescendant');
    };
    const ask = async () => {
      const mine = ++asked;
      try {
        const choices = await find(input.value.trim());
        if (mine === asked) show(choices, choices.length ? '' : gettext('No match'));
      } catch (error) {
        if (mine === asked) show([], error.detail ?? gettext('The server cannot be reached.'));
      }
    };
    input.addEventListener('click', () => { if (popup.hidden) ask(); });
    input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(ask, 150);
    });
    input.addEventListener('keydown', (event) => {
      // the keys of an input method choose among its own candidates
      if (event.isComposing) return;
      if (event.key === 'ArrowDown') {
        if (popup.hidden) ask();
        else mark(at + 1);
      } else if (event.key === 'ArrowUp') mark(at - 1);
      else if (event.key === 'Enter' && !popup.hidden && at >= 0) take(found[at]);
      else if (event.key === 'Escape' && !popup.hidden) {
        event.stopPropagation();
        close();
      } else return;
      event.preventDefault();
    });
    input.addEventListener('blur', () => {
      close();
      left();
    });
    input.before(box);
    box.append(input, popup);
    return { box, ask };
  };
  const records = async (address, text) => {
    const answer = await fetch(address + '?q=' + encodeURIComponent(text));
    const body = await answer.json();
    if (!answer.ok) throw { detail: body.detail ?? gettext('The records cannot be shown.') };
    return body.choices;
  };
  const describe = (from, to) => {
    for (const name of ['aria-describedby', 'aria-invalid']) if (from.hasAttribute(name)) to.setAttribute(name, from.getAttribute(name));
  };

  const setUpPickers = () => {
    document.querySelectorAll('.picker[data-choices]:not([data-ready])').forEach((picker, number) => {
      picker.dataset.ready = '';
      const select = picker.querySelector('select');
      const input = el('input', { id: (select.id || 'picker-' + number) + '-combo', type: 'text', placeholder: gettext('Type to find'), required: select.required });
      const chosen = () => select.selectedOptions[0]?.value ? select.selectedOptions[0].textContent.trim() : '';
      const changed = () => select.dispatchEvent(new Event('change', { bubbles: true }));
      describe(select, input);
      document.querySelector('label[for="' + CSS.escape(select.id) + '"]')?.setAttribute('for', input.id);
      select.hidden = true;
      select.required = false;
      picker.insertBefore(input, picker.querySelector(':scope > .new-related'));
      input.value = chosen();
      input.addEventListener('focus', () => input.select());
      combobox(input, {
        label: picker.dataset.label,
        find: (text) => records(picker.dataset.choices, text === chosen() ? '' : text),
        choose: (one) => {
          if (![...select.options].some((each) => each.value === one.key)) select.add(new Option(one.label, one.key));
          select.value = one.key;
          input.value = one.label;
          changed();
        },
        left: () => {
          if (input.value.trim()) input.value = chosen();
          else if (select.value) {
            select.value = '';
            changed();
          }
        },
      });
    });
  };

  // ---- many choices: the chosen ones are tags, the others are found
  const setUpMany = () => {
    document.querySelectorAll('fieldset.many:not([data-ready])').forEach((set) => {
      set.dataset.ready = '';
      const checks = set.querySelector('.checks');
      const name = set.dataset.name;
      const label = set.querySelector('legend').textContent.trim();
      const input = el('input', { id: checks.id + '-add', type: 'text', placeholder: gettext('Add') });
      const boxes = () => [...checks.querySelectorAll('input[type=checkbox]')];
      const text = (box) => box.parentNode.textContent.trim();
      const changed = () => checks.dispatchEvent(new Event('change', { bubbles: true }));
      input.setAttribute('aria-label', gettext('Add to {field}', { field: label }));
      describe(set, input);
      checks.removeAttribute('tabindex');
      set.querySelector('.find')?.remove();
      checks.append(input);
      const { box: combo } = combobox(input, {
        label,
        find: async (typed) => {
          const chosen = new Set(boxes().filter((one) => one.checked).map((one) => one.value));
          const all = set.dataset.choices
            ? await records(set.dataset.choices, typed)
            : boxes().map((one) => ({ key: one.value, label: text(one) })).filter((one) => one.label.toLowerCase().includes(typed.toLowerCase()));
          return all.filter((one) => !chosen.has(one.key));
        },
        choose: (one) => {
          let box = boxes().find((each) => each.value === one.key);
          if (!box) {
            const tag = el('label', { className: 'choice' });
            box = el('input', { type: 'checkbox', name, value: one.key });
            tag.append(box, ' ' + one.label);
            checks.insertBefore(tag, combo);
          }
          box.checked = true;
          checks.insertBefore(box.parentNode, combo);
          input.value = '';
          changed();
        },
        left: () => { input.value = ''; },
      });
      input.addEventListener('keydown', (event) => {
        const last = boxes().filter((one) => one.checked).at(-1);
        if (event.key !== 'Backspace' || input.value || !last) return;
        last.checked = false;
        changed();
      });
      checks.addEventListener('change', (event) => { if (event.target.type === 'checkbox' && !event.target.checked) input.focus(); });
    });
  };

  // ---- forms: what is not saved is not lost by accident; one click is enough
  const parse = (text) => new DOMParser().parseFromString(text, 'text/html');
  const buttons = (form) => [...form.elements].filter((one) => one.closest('.formend') && one.type === 'submit');
  const fieldsOf = (form) => [...form.querySelectorAll('.field[data-field]')];
  const inputsOf = (field) => [...field.querySelectorAll('[name="' + CSS.escape(field.dataset.input) + '"]')];
  // one may type before the script is there: `first` is what the page came with
  const cameWith = (one) => one.localName === 'select' ? ([...one.options].find((option) => option.defaultSelected) ?? (one.multiple ? null : one.options[0]))?.value ?? '' : one.defaultValue;
  const held = (inputs, first) => inputs
    .filter((one) => !/checkbox|radio/.test(one.type) || (first ? one.defaultChecked : one.checked)).map((one) => first ? cameWith(one) : one.value).join('\0');
  const heldBy = (field, first) => held(inputsOf(field), first);
  const labelOf = (field) => (field.querySelector('.label, legend, label')?.firstChild?.textContent ?? '').trim();

  const mistake = (field, text) => {
    const control = field.querySelector('input:not([type=hidden]), select, textarea');
    // those of a row are below it
    let shown = field.querySelector(':scope > .mistake') ?? (field.matches('td') ? document.getElementById(control?.id + '-wrong') : null);
    field.classList.toggle('wrong', Boolean(text));
    if (!text) {
      shown?.remove();
      control?.removeAttribute('aria-invalid');
      return;
    }
    if (!shown) {
      shown = el('span', { className: 'mistake', id: (field.dataset.field ? 'f-' + field.dataset.field : control.id) + '-wrong' });
      field.append(shown);
    }
    shown.textContent = text;
    control?.setAttribute('aria-invalid', 'true');
    if (!control?.getAttribute('aria-describedby')?.includes(shown.id)) control?.setAttribute('aria-describedby', ((control.getAttribute('aria-describedby') ?? '') + ' ' + shown.id).trim());
  };

  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog[open]')) return;
    const save = document.querySelector('.saver .primary');
    if (!save?.form) return;
    event.preventDefault();
    // as before a click, what is typed in a field becomes its value
    document.activeElement?.dispatchEvent(new Event('blur'));
    save.form.requestSubmit(save);
  });

  const setUpForms = () => {
    document.querySelectorAll('form[data-guard]:not([data-ready])').forEach((form) => {
      form.dataset.ready = '';
      const text = () => new URLSearchParams(new FormData(form)).toString();
      const inputs = [...form.elements].filter((one) => one.localName !== 'button');
      const before = held(inputs) === held(inputs, true) ? text() : null;
      let sent = false;
      window.addEventListener('beforeunload', (event) => { if (!sent && form.isConnected && text() !== before) event.preventDefault(); });
      // the user can stop a page that does not come
      const stays = () => {
        sent = false;
        buttons(form).forEach((one) => { one.disabled = false; });
      };
      form.addEventListener('submit', () => {
        sent = true;
        setTimeout(() => buttons(form).forEach((one) => { one.disabled = true; }));
        setTimeout(stays, 5000);
      });
      form.addEventListener('input', () => { if (sent) stays(); });
      window.addEventListener('pageshow', stays);
      if (form.dataset.check) watch(form);
      else form.addEventListener('input', () => {
        const said = document.querySelector('.saver .said');
        if (!said) return;
        said.hidden = text() === before;
        said.textContent = gettext('Changes not saved');
      });
    });
    document.getElementById('summary')?.focus();
  };

  // ---- forms: the server checks a field that is left, and says which fields are shown
  const watch = (form) => {
    const initial = new Map(fieldsOf(form).map((field) => [field, heldBy(field, true)]));
    const said = document.querySelector('.saver .said');
    const count = () => {
      const changed = fieldsOf(form).filter((field) => {
        const is = heldBy(field) !== (initial.get(field) ?? '');
        field.classList.toggle('changed', is);
        return is;
      });
      if (!said) return;
      said.hidden = !changed.length;
      said.replaceChildren(
        gettext('{count, plural, one {# change} other {# changes}} not saved', { count: changed.length }) + ' ',
        el('span', { className: 'muted desk-only', textContent: changed.map(labelOf).join(', ') }),
      );
    };
    const left = new Set();
    let asked;
    let timer;
    const check = async () => {
      asked?.abort();
      asked = new AbortController();
      try {
        const answer = await fetch(form.dataset.check, { method: 'POST', body: new URLSearchParams(new FormData(form)), signal: asked.signal, headers: { Accept: 'text/html' } });
        if (!answer.ok) return;
        const page = parse(await answer.text());
        const unmet = new Set([...page.querySelectorAll('[data-unmet]')].map((one) => one.dataset.unmet));
        const wrong = new Map([...page.querySelectorAll('p[data-field]')].map((one) => [one.dataset.field, one.textContent]));
        const signs = new Map([...page.querySelectorAll('p[data-sign]')].map((one) => [one.dataset.sign, one.textContent]));
        fieldsOf(form).forEach((field) => {
          const name = field.dataset.field;
          field.toggleAttribute('data-unmet', unmet.has(name));
          if (signs.has(name)) field.querySelector('.joined > span').textContent = signs.get(name);
          // an editor that finds the error itself says where it is
          if (field.querySelector('[data-invalid=true]')) return;
          if (left.has(name) || (field.classList.contains('wrong') && !wrong.has(name))) mistake(field, wrong.get(name));
        });
      } catch { /* the next change asks again; saving checks everything */ }
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(check, 120);
    };
    form.addEventListener('input', count);
    form.addEventListener('change', (event) => {
      count();
      const name = event.target.closest('.field')?.dataset.field;
      if (name) left.add(name);
      later();
    });
    form.addEventListener('focusout', (event) => {
      const field = event.target.closest('.field');
      if (!field || field.contains(event.relatedTarget) || heldBy(field) === (initial.get(field) ?? '')) return;
      left.add(field.dataset.field);
      later();
    });
    // what the browser finds missing is shown as what the server finds
    let stopped = false;
    form.addEventListener('invalid', (event) => {
      const control = event.target;
      const field = control.closest('.field[data-field]');
      if (field) {
        event.preventDefault();
        left.add(field.dataset.field);
        mistake(field, control.validity.valueMissing ? gettext('This field is required.') : control.validationMessage);
      }
      if (stopped) return;
      stopped = true;
      setTimeout(() => { stopped = false; });
      // a field in a tab that is not shown cannot be focused
      open(control.closest('.pane'));
      control.focus();
    }, true);
    count();
  };

  // ---- forms: tabs
  const open = (pane) => {
    if (!pane || pane.classList.contains('open')) return;
    pane.parentNode.querySelectorAll('.pane').forEach((one) => one.classList.toggle('open', one === pane));
    document.querySelectorAll('.form-tabs a').forEach((one) => {
      if (one.hash === '#' + pane.id) one.setAttribute('aria-current', 'true');
      else one.removeAttribute('aria-current');
    });
  };
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('.form-tabs a, #summary a[href^="#"]');
    if (!link) return;
    const target = document.getElementById(link.hash.slice(1));
    open(target?.closest('.pane'));
    if (!link.closest('.form-tabs')) return;
    event.preventDefault();
  });

  // ---- row policies: the names of fields that go on with the word before the caret
  const setUpNames = () => {
    document.querySelectorAll('[data-inserts]:not([data-ready])').forEach((names) => {
      names.dataset.ready = '';
      const area = document.getElementById(names.dataset.inserts);
      const word = () => area.value.slice(0, area.selectionStart).match(/[\w.$]*$/)[0].toLowerCase();
      const offer = () => [...names.children].forEach((one) => { one.hidden = !one.textContent.includes(word()); });
      area.addEventListener('input', offer);
      area.addEventListener('focus', () => { names.hidden = false; offer(); });
      names.addEventListener('click', (event) => {
        const name = event.target.closest('button')?.textContent;
        if (!name) return;
        area.setRangeText(name + ' ', area.selectionStart - word().length, area.selectionEnd, 'end');
        area.dispatchEvent(new Event('input', { bubbles: true }));
        area.focus();
      });
    });
  };

  // ---- forms: lists, colours, code
  const setUpLists = () => {
    document.querySelectorAll('[data-kind=list] textarea:not([data-ready])').forEach((area) => {
      area.dataset.ready = '';
      if (area.value.trim().startsWith('[')) return;
      const box = el('div', { className: 'joined tagbox' });
      const input = el('input', { id: area.id + '-add', type: 'text', autocomplete: 'off' });
      input.placeholder = gettext('Add');
      const label = document.querySelector('label[for="' + CSS.escape(area.id) + '"]');
      label?.setAttribute('for', input.id);
      const options = document.getElementById(area.id + '-options');
      if (options) input.setAttribute('list', options.id);
      for (const name of ['aria-describedby', 'aria-invalid']) if (area.hasAttribute(name)) input.setAttribute(name, area.getAttribute(name));
      const hint = document.getElementById(area.id + '-help');
      if (hint) hint.textContent = hint.textContent.replace(gettext('One item in each line, or all as a JSON array.'), gettext('Enter adds an item.'));
      // lines that begin like an array would be read as one
      const items = () => area.value.startsWith('[') ? JSON.parse(area.value) : area.value.split('\n').map((one) => one.trim()).filter(Boolean);
      const keep = (all) => {
        area.value = all[0]?.startsWith('[') ? JSON.stringify(all) : all.join('\n');
        show();
        area.dispatchEvent(new Event('change', { bubbles: true }));
      };
      const show = () => {
        box.replaceChildren(...items().map((item, i) => {
          const tag = el('span', { className: 'tag' });
          const off = el('button', { type: 'button', textContent: '×' });
          off.setAttribute('aria-label', gettext('Remove {item}', { item }));
          off.addEventListener('click', () => { keep(items().filter((_, at) => at !== i)); input.focus(); });
          tag.append(el('bdi', { textContent: item }), off);
          return tag;
        }), input);
      };
      const add = () => {
        const item = input.value.trim();
        input.value = '';
        if (item) keep([...items(), item]);
      };
      input.addEventListener('keydown', (event) => {
        if (event.isComposing) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          add();
          input.focus();
        } else if (event.key === 'Backspace' && !input.value) keep(items().slice(0, -1)) ?? input.focus();
      });
      // each line that is pasted is an item, as in the area without a script
      input.addEventListener('paste', (event) => {
        const lines = (event.clipboardData?.getData('text') ?? '').split(/\r?\n/).map((one) => one.trim()).filter(Boolean);
        if (lines.length < 2) return;
        event.preventDefault();
        keep([...items(), ...lines]);
        input.focus();
      });
      input.addEventListener('blur', () => { if (input.value.trim()) add(); });
      area.hidden = true;
      area.required = false;
      area.after(box);
      show();
    });
    document.querySelectorAll('[data-kind=colour] > input:not([data-ready], [type=hidden])').forEach((input) => {
      input.dataset.ready = '';
      const box = el('div', { className: 'joined' });
      const well = el('input', { type: 'color', value: /^#[0-9a-f]{6}$/i.test(input.value) ? input.value : '#000000' });
      well.setAttribute('aria-label', gettext('Choose {field}', { field: labelOf(input.closest('.field')) }));
      input.after(box);
      box.append(well, input);
      well.addEventListener('input', () => {
        input.value = well.value;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      });
      input.addEventListener('input', () => { if (/^#[0-9a-f]{6}$/i.test(input.value)) well.value = input.value; });
    });
  };
  const TOKENS = /("(?:[^"\\\n]|\\.)*")(\s*:)?|(-?\b\d[\d.eE+-]*\b)|\b(?:true|false|null)\b/g;
  // The first error of a text that is no JSON: browsers do not tell where it is.
  const jsonError = (text) => {
    const token = /\s*("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b|[{}[\],:])/y;
    let at = 0;
    const peek = () => {
      token.lastIndex = at;
      return token.exec(text)?.[1] ?? '';
    };
    const fail = (said) => {
      at += /^\s*/.exec(text.slice(at))[0].length;
      throw { at: Math.min(at, text.trimEnd().length), text: said };
    };
    const next = () => {
      const found = peek();
      if (found) at = token.lastIndex;
      return found;
    };
    const value = (depth) => {
      const first = peek();
      if (depth > 64) fail(gettext('this is nested too deeply.'));
      if (first === '{' || first === '[') {
        const end = first === '{' ? '}' : ']';
        next();
        if (peek() === end) return next();
        for (;;) {
          if (end === '}') {
            if (!peek().startsWith('"')) fail(gettext('a name in double quotes is expected.'));
            next();
            if (peek() !== ':') fail(gettext('a colon is missing after the name.'));
            next();
          }
          value(depth + 1);
          if (peek() === end) return next();
          if (peek() !== ',') fail(gettext('a comma or {end} is missing.', { end }));
          next();
        }
      }
      if (!first || ':,}]'.includes(first)) {
        const word = /^\s*([^\s,:{}[\]]*)/.exec(text.slice(at))[1].slice(0, 30);
        fail(word ? gettext('“{word}” is not a number, a text in double quotes, true, false or null.', { word }) : gettext('a value is missing.'));
      }
      return next();
    };
    try {
      value(1);
      if (text.slice(at).trim()) fail(gettext('nothing may follow the value.'));
      return undefined;
    } catch (error) {
      if (error.text) return error;
      throw error;
    }
  };
  const setUpCode = () => {
    document.querySelectorAll(':is([data-kind=json], [data-kind=code]) > textarea:not([data-ready])').forEach((area) => {
      area.dataset.ready = '';
      const json = area.closest('.field').dataset.kind === 'json';
      const box = el('div', { className: json ? 'coder lit' : 'coder' });
      const lines = el('ol', {});
      const inner = el('div', {});
      const lit = el('pre', {});
      lines.setAttribute('aria-hidden', 'true');
      lit.setAttribute('aria-hidden', 'true');
      area.after(box);
      inner.append(...(json ? [lit, area] : [area]));
      box.append(lines, inner);
      const draw = () => {
        const text = area.value;
        let bad = 0;
        if (json) {
          lit.replaceChildren();
          let at = 0;
          for (const found of text.matchAll(TOKENS)) {
            lit.append(text.slice(at, found.index));
            lit.append(el('span', { className: found[2] ? 'k' : found[1] ? 'v' : 'n', textContent: found[1] && found[2] ? found[1] : found[0] }));
            if (found[1] && found[2]) lit.append(found[2]);
            at = found.index + found[0].length;
          }
          lit.append(text.slice(at) + '\n');
          const error = text.trim() ? jsonError(text) : undefined;
          const field = area.closest('.field');
          if (error) {
            bad = text.slice(0, error.at).split('\n').length;
            mistake(field, gettext('Line {line}: {problem}', { line: bad, problem: error.text }));
          } else if (area.dataset.invalid) mistake(field, '');
          area.dataset.invalid = error ? 'true' : '';
        }
        lines.replaceChildren(...text.split('\n').map((_, i) => el('li', { textContent: String(i + 1), className: i + 1 === bad ? 'bad' : '' })));
      };
      area.addEventListener('input', draw);
      area.addEventListener('scroll', () => { lit.scrollLeft = area.scrollLeft; });
      let leave = false;
      area.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') leave = true;
        else if (event.key === 'Tab' && !event.shiftKey && !leave) {
          event.preventDefault();
          area.setRangeText('  ', area.selectionStart, area.selectionEnd, 'end');
          area.dispatchEvent(new Event('input', { bubbles: true }));
        }
      });
      area.addEventListener('focus', () => { leave = false; });
      const field = area.closest('.field');
      const hint = el('span', { className: 'hint', id: area.id + '-keys', textContent: gettext('Tab indents. Escape, then Tab leaves the field.') });
      field.append(hint);
      area.setAttribute('aria-describedby', ((area.getAttribute('aria-describedby') ?? '') + ' ' + hint.id).trim());
      draw();
    });
  };

  // ---- forms: buttons that mark the selected text of a Markdown field
  const MARKS = { heading: ['### ', '', gettext('Heading')], bold: ['**', '**', gettext('bold')], italic: ['*', '*', gettext('italic')], list: ['- ', '', gettext('item')], quote: ['> ', '', gettext('quote')], link: ['[', '](https://)', gettext('text')], code: ['`', '`', gettext('code')] };
  document.addEventListener('click', (event) => {
    const button = event.target.closest?.('[data-mark]');
    if (!button) return;
    const area = button.closest('.editor').querySelector('textarea');
    const [before, after, sample] = MARKS[button.dataset.mark];
    const start = after ? area.selectionStart : area.value.lastIndexOf('\n', area.selectionStart - 1) + 1;
    const chosen = area.value.slice(start, area.selectionEnd) || sample;
    const text = after ? chosen : chosen.split('\n').join('\n' + before);
    area.focus();
    area.setSelectionRange(start, area.selectionEnd);
    // the only call whose effect can be undone by the keyboard
    if (!document.execCommand('insertText', false, before + text + after)) area.setRangeText(before + text + after, start, area.selectionEnd, 'end');
    area.setSelectionRange(start + before.length, start + before.length + text.length);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
  document.addEventListener('keydown', (event) => {
    const button = event.target.closest?.('[data-mark]');
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!button || !step) return;
    const all = [...button.parentNode.querySelectorAll('button')];
    const to = all[(all.indexOf(button) + (getComputedStyle(button).direction === 'rtl' ? -step : step) + all.length) % all.length];
    all.forEach((one) => { one.tabIndex = one === to ? 0 : -1; });
    to.focus();
    event.preventDefault();
  });

  // ---- forms: a date that is not edited is written as everywhere else
  const DATES = {
    date: ['d MMM y'], moment: ['d MMM y, HH:mm', 'd MMM y, HH:mm:ss'], time: ['HH:mm', 'HH:mm:ss'],
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    ...window.hexadminDates,
  };
  const shownDate = (value) => {
    const found = /^(?:(\d{4,})-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d)(?::(\d\d))?.*)?$/.exec(value);
    if (!value || !found) return '';
    const [y, M, d, H, m, s] = found.slice(1).map((one) => Number(one ?? 0));
    const numbers = { y, M, d, H, m, s, h: (H + 11) % 12 + 1 };
    return DATES[!y ? 'time' : found[4] ? 'moment' : 'date'][s ? 1 : 0].replace(/'([^']*)'|([A-Za-z])\2*/g, (all, quoted, letter) => quoted
      ?? (all.length > 2 ? DATES.months[M - 1] : letter in numbers ? String(numbers[letter]).padStart(all.length, '0') : DATES.halves[H < 12 ? 0 : 1]));
  };
  const setUpDates = () => {
    document.querySelectorAll(':is(.field[data-kind], .child-rows td) > input:is([type=date], [type=datetime-local], [type=time]):not([data-ready])').forEach((input) => {
      input.dataset.ready = '';
      const box = el('div', { className: 'dated' });
      const show = () => {
        const text = shownDate(input.value);
        if (!text && input.validity.badInput) delete box.dataset.shown;
        else box.dataset.shown = text;
      };
      const had = document.activeElement === input;
      input.after(box);
      box.append(input);
      if (had) input.focus();
      input.addEventListener('input', show);
      input.addEventListener('change', show);
      input.addEventListener('blur', show);
      show();
    });
  };

  // ---- forms: a record to refer to is created in a dialog
  document.addEventListener('click', async (event) => {
    const link = event.target.closest?.('a[data-new]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const select = link.closest('.field').querySelector('select');
    const dialog = el('dialog', { className: 'dialog related' });
    dialog.setAttribute('aria-label', link.textContent);
    // what the form held when it was opened
    let blank;
    const entries = (form) => new URLSearchParams(new FormData(form)).toString();
    dialog.addEventListener('cancel', (event) => {
      const form = dialog.querySelector('#related-form');
      if (event.target === dialog && form && entries(form) !== blank) event.preventDefault();
    });
    const take = (page) => {
      const form = page.getElementById('record-form');
      if (!form) {
        location.href = link.href;
        return;
      }
      form.id = 'related-form';
      form.removeAttribute('data-guard');
      form.removeAttribute('data-check');
      form.querySelectorAll('[id], [for], [aria-describedby]').forEach((one) => {
        if (one.id) one.id = 'related-' + one.id;
        if (one.htmlFor) one.htmlFor = 'related-' + one.htmlFor;
        const by = one.getAttribute('aria-describedby');
        if (by) one.setAttribute('aria-describedby', by.split(' ').map((id) => 'related-' + id).join(' '));
      });
      form.querySelectorAll('a[data-new], .form-tabs').forEach((one) => one.remove());
      form.querySelectorAll('.pane').forEach((one) => one.classList.add('open'));
      const bar = el('div', { className: 'actions' });
      const save = el('button', { className: 'primary', textContent: gettext('Create') });
      const cancel = el('button', { type: 'button', className: 'quiet', textContent: gettext('Cancel') });
      cancel.addEventListener('click', () => dialog.close());
      bar.append(save, cancel);
      form.append(bar);
      form.addEventListener('submit', async (sending) => {
        sending.preventDefault();
        save.disabled = true;
        const body = window.hexadminFormData(form, sending.submitter?.name ? sending.submitter : null);
        body.set('form.then', 'choose');
        try {
          if (!await window.hexadminSession()) {
            save.disabled = false;
            return undefined;
          }
          body.set('csrf_token', form.querySelector('[name=csrf_token]').value);
          const answer = await fetch(form.getAttribute('action'), { method: 'POST', body, headers: { Accept: 'text/html' } });
          const made = parse('<select>' + await answer.clone().text() + '</select>').querySelector('option[data-choice]');
          if (!made) return take(parse(await answer.text()));
          select.add(new Option(made.textContent, made.value, true, true));
          const combo = document.getElementById((select.id || '') + '-combo');
          if (combo) combo.value = made.textContent;
          dialog.close();
          select.dispatchEvent(new Event('change', { bubbles: true }));
          return undefined;
        } catch {
          save.disabled = false;
          return form.prepend(el('p', { className: 'notice red', role: 'alert', textContent: gettext('The server cannot be reached. Nothing was saved.') }));
        }
      });
      dialog.replaceChildren(el('h2', { textContent: link.textContent }), ...page.querySelectorAll('#summary'), form);
      window.htmx?.process(form);
      document.dispatchEvent(new Event('hexadmin:content'));
      blank ??= entries(form);
      (form.querySelector('[aria-invalid]') ?? form.querySelector('.field :is(input:not([type=hidden]), select, textarea)'))?.focus();
    };
    let answer;
    try {
      // an answer of the sign-in would replace this page with all that it holds
      if (!await window.hexadminSession()) return;
      answer = await fetch(link.href, { headers: { Accept: 'text/html' } });
    } catch {
      mistake(link.closest('.field'), gettext('The server cannot be reached.'));
      return;
    }
    document.body.append(dialog);
    dialog.addEventListener('close', () => { dialog.remove(); link.focus(); });
    dialog.showModal();
    take(parse(await answer.text()));
  });

  // ---- files: uploaded when they are chosen or dropped; without a script, or before that has ended, the form sends them
  const setUpUploads = () => {
    document.querySelectorAll('.upload:not([data-ready])').forEach((box) => {
      box.dataset.ready = '';
      const field = box.closest('.field, td');
      const id = box.querySelector('input[type=hidden]');
      const input = box.querySelector('input[type=file]');
      const now = box.querySelector('.upload-now');
      const needed = box.hasAttribute('data-required');
      const isRow = field.matches('td');
      const status = el('p', { className: 'hint', role: 'status' });
      box.append(status);
      let running;
      // a form with a file that was chosen and not uploaded is not sent
      const refuse = (why) => {
        if (why) box.dataset.invalid = 'true';
        else delete box.dataset.invalid;
        input.setCustomValidity(why);
        mistake(field, why);
      };
      const changed = (value) => {
        id.value = value;
        input.required = needed && !isRow && !value;
        id.dispatchEvent(new Event('change', { bubbles: true }));
      };
      const remover = () => {
        if (needed) return;
        const remove = el('button', { type: 'button', className: 'quiet small', textContent: gettext('Remove') });
        remove.setAttribute('aria-label', gettext('Remove {item}', { item: now.querySelector('a')?.textContent ?? labelOf(field) }));
        remove.addEventListener('click', () => {
          refuse('');
          now.replaceChildren();
          kept = [];
          changed('');
          status.textContent = gettext('The file is removed when you save.');
          input.focus();
        });
        now.querySelector('.choice')?.remove();
        now.append(remove);
      };
      if (now.querySelector('a')) remover();
      let kept = [...now.childNodes];
      const show = (file) => {
        const name = el('span', { className: 'upload-name' });
        name.append(el('a', { href: file.url, target: '_blank', rel: 'noopener', textContent: file.name }));
        const thumbnail = Object.values(file.thumbnails)[0];
        now.replaceChildren(...thumbnail ? [el('img', { className: 'thumb', src: thumbnail, alt: '' })] : [], name);
        remover();
        kept = [...now.childNodes];
      };
      // the file that the field had before stays
      const failed = (why) => {
        const without = el('button', { type: 'button', className: 'quiet small', textContent: gettext('Go on without this file') });
        without.addEventListener('click', () => {
          refuse('');
          status.textContent = '';
          input.focus();
        });
        input.value = '';
        now.replaceChildren(...kept);
        status.replaceChildren(without);
        refuse(why);
      };
      const send = async (file) => {
        running?.abort();
        if (file.size > Number(box.dataset.most)) return failed(gettext('The file is too large: {limits}.', { limits: box.dataset.limits }));
        refuse('');
        const progress = el('progress', { max: 1, value: 0 });
        progress.setAttribute('aria-label', gettext('Upload of {file}', { file: file.name }));
        const uploading = () => { status.textContent = gettext('Uploading {file}…', { file: file.name }); };
        uploading();
        now.replaceChildren(progress);
        const upload = { stopped: false, abort() { this.stopped = true; this.request?.abort(); this.resume?.(); } };
        running = upload;
        // the status is 0 when the server cannot be reached
        const call = (method, url, headers, body, from = 0) => new Promise((done) => {
          const request = new XMLHttpRequest();
          upload.request = request;
          request.open(method, url);
          request.setRequestHeader('X-CSRF-Token', field.closest('form').querySelector('[name=csrf_token]').value);
          request.setRequestHeader('Accept', 'application/json');
          Object.entries(headers).forEach(([name, value]) => request.setRequestHeader(name, value));
          request.responseType = 'json';
          if (body) request.upload.addEventListener('progress', (event) => { progress.value = (from + event.loaded) / Math.max(1, file.size); });
          request.addEventListener('loadend', () => { if (!upload.stopped) done(request); });
          request.send(body);
        });
        const succeeded = (uploaded) => {
          input.value = '';
          show(uploaded);
          changed(uploaded.id);
          status.textContent = gettext('{file} is uploaded, and kept when you save.', { file: file.name });
        };
        const refused = (request) => failed(request.response?.errors?.[0]?.message ?? request.response?.detail ?? gettext('The file could not be uploaded.'));
        const sendWhole = async () => {
          const body = new FormData();
          body.set('model', box.dataset.model);
          body.set('field', box.dataset.field);
          body.set('file', file);
          const request = await call('POST', box.dataset.upload, {}, body);
          if (request.status === 201) succeeded(request.response);
          else if (request.status === 0) failed(gettext('The server cannot be reached. The file was not uploaded.'));
          else refused(request);
        };
        const pause = (seconds) => new Promise((resolve) => {
          const timer = setTimeout(resolve, seconds * 1000);
          upload.resume = () => { clearTimeout(timer); resolve(); };
          window.addEventListener('online', upload.resume, { once: true });
        });
        // tus 1.0.0: after a failure, the server is asked for the number of bytes that it has
        const sendResumably = async () => {
          const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
          const metadata = Object.entries({ model: box.dataset.model, field: box.dataset.field, filename: file.name })
            .map(([key, value]) => key + ' ' + base64(value)).join(',');
          const tus = (method, url, headers, body, from) => call(method, url, { 'Tus-Resumable': '1.0.0', ...headers }, body, from);
          let url = '';
          let offset = 0;
          let known = true;
          let seconds = 1;
          while (!upload.stopped) {
            let request;
            if (!url) request = await tus('POST', box.dataset.upload + 'uploads/', { 'Upload-Length': file.size, 'Upload-Metadata': metadata });
            else if (!known) request = await tus('HEAD', url, {});
            else if (offset < file.size) request = await tus('PATCH', url, { 'Upload-Offset': offset, 'Content-Type': 'application/offset+octet-stream' }, file.slice(offset), offset);
            else request = await call('GET', url, {});
            if (request.status === 0 || request.status === 409 || request.status >= 500) {
              status.textContent = gettext('The server cannot be reached. The upload of {file} continues when it answers again.', { file: file.name });
              known = !url;
              await pause(seconds);
              seconds = Math.min(30, seconds * 2);
            } else if (request.status >= 400) {
              return refused(request);
            } else if (request.status === 200 && request.response?.file) {
              return succeeded(request.response.file);
            } else {
              url ||= request.getResponseHeader('Location');
              offset = Number(request.getResponseHeader('Upload-Offset'));
              known = true;
              seconds = 1;
              uploading();
            }
          }
          return undefined;
        };
        // without a connection, the upload says so or waits
        if (!await window.hexadminSession().catch(() => true)) return upload.stopped ? undefined : failed(gettext('The file could not be uploaded.'));
        if (upload.stopped) return undefined;
        return file.size > 8 * 1024 * 1024 ? sendResumably() : sendWhole();
      };
      input.addEventListener('change', (event) => {
        event.stopPropagation();
        if (input.files[0]) send(input.files[0]);
      });
      ['dragenter', 'dragover'].forEach((type) => box.addEventListener(type, (event) => {
        if (![...event.dataTransfer.types].includes('Files')) return;
        event.preventDefault();
        box.classList.add('over');
      }));
      ['dragleave', 'drop'].forEach((type) => box.addEventListener(type, () => box.classList.remove('over')));
      box.addEventListener('drop', (event) => {
        if (!event.dataTransfer.files[0]) return;
        event.preventDefault();
        // the form sends it if that is sooner
        input.files = event.dataTransfer.files;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        send(event.dataTransfer.files[0]);
      });
    });
  };

  const setUp = () => {
    setUpUploads();
    setUpPickers();
    setUpMany();
    setUpDates();
    setUpLists();
    setUpNames();
    setUpCode();
    setUpForms();
  };
  setUp();
  document.addEventListener('hexadmin:content', setUp);
  document.addEventListener('htmx:afterSettle', setUp);
})();
