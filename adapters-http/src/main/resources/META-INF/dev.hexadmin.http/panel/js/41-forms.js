(() => {
  'use strict';

  // ---- references: opened by a click, found while typing
  const setUpPickers = () => {
    document.querySelectorAll('.picker[data-choices]:not([data-ready])').forEach((picker, number) => {
      picker.dataset.ready = '';
      const select = picker.querySelector('select');
      const box = document.createElement('div');
      const input = document.createElement('input');
      const popup = document.createElement('div');
      const list = document.createElement('ul');
      const status = document.createElement('p');
      const id = (select.id || 'picker-' + number) + '-combo';
      let found = [];
      let at = -1;
      let asked = 0;
      let timer;
      box.className = 'combo';
      input.id = id;
      input.type = 'text';
      for (const [name, value] of Object.entries({ role: 'combobox', autocomplete: 'off', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': id + '-list', spellcheck: 'false' })) input.setAttribute(name, value);
      for (const name of ['aria-describedby', 'aria-invalid']) if (select.hasAttribute(name)) input.setAttribute(name, select.getAttribute(name));
      input.required = select.required;
      input.placeholder = 'Type to find';
      list.id = id + '-list';
      list.setAttribute('role', 'listbox');
      list.setAttribute('aria-label', picker.dataset.label);
      popup.className = 'popup';
      popup.hidden = true;
      status.className = 'muted small';
      status.setAttribute('role', 'status');
      popup.append(list, status);
      document.querySelector('label[for="' + CSS.escape(select.id) + '"]')?.setAttribute('for', id);
      select.hidden = true;
      select.required = false;
      box.append(input, popup);
      picker.append(box);
      const chosen = () => select.selectedOptions[0]?.value ? select.selectedOptions[0].textContent.trim() : '';
      input.value = chosen();

      const close = () => {
        clearTimeout(timer);
        asked++;
        popup.hidden = true;
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
      const choose = (one) => {
        let option = [...select.options].find((each) => each.value === one.key);
        if (!option) {
          option = new Option(one.label, one.key);
          select.add(option);
        }
        select.value = one.key;
        input.value = one.label;
        close();
        select.dispatchEvent(new Event('change', { bubbles: true }));
      };
      const show = (choices, text) => {
        found = choices;
        list.replaceChildren(...found.map((one, i) => {
          const option = document.createElement('li');
          option.id = id + '-' + i;
          option.setAttribute('role', 'option');
          option.setAttribute('aria-selected', 'false');
          option.append(
            Object.assign(document.createElement('span'), { textContent: one.label }),
            Object.assign(document.createElement('span'), { textContent: one.detail, className: 'muted small' }),
          );
          option.addEventListener('mousedown', (event) => { event.preventDefault(); choose(one); });
          return option;
        }));
        list.hidden = !found.length;
        status.textContent = text;
        popup.hidden = false;
        input.setAttribute('aria-expanded', 'true');
        at = -1;
        input.removeAttribute('aria-activedescendant');
      };
      const ask = async () => {
        const mine = ++asked;
        try {
          const answer = await fetch(picker.dataset.choices + '?q=' + encodeURIComponent(input.value === chosen() ? '' : input.value.trim()));
          const body = await answer.json();
          if (mine !== asked) return;
          if (answer.ok) show(body.choices, body.choices.length ? '' : 'No match');
          else show([], body.detail ?? 'The records cannot be shown.');
        } catch {
          if (mine === asked) show([], 'The server cannot be reached.');
        }
      };
      input.addEventListener('click', () => { if (popup.hidden) ask(); });
      input.addEventListener('input', () => {
        clearTimeout(timer);
        timer = setTimeout(ask, 150);
      });
      input.addEventListener('focus', () => input.select());
      input.addEventListener('keydown', (event) => {
        if (event.key === 'ArrowDown') {
          if (popup.hidden) ask();
          else mark(at + 1);
        } else if (event.key === 'ArrowUp') mark(at - 1);
        else if (event.key === 'Enter' && !popup.hidden && at >= 0) choose(found[at]);
        else if (event.key === 'Escape' && !popup.hidden) {
          event.stopPropagation();
          close();
        } else return;
        event.preventDefault();
      });
      input.addEventListener('blur', () => {
        close();
        if (!input.value.trim()) {
          if (select.value) {
            select.value = '';
            select.dispatchEvent(new Event('change', { bubbles: true }));
          }
        } else input.value = chosen();
      });
    });
  };

  // ---- forms: what is not saved is not lost by accident; one click is enough
  const setUpForms = () => {
    document.querySelectorAll('form[data-guard]:not([data-ready])').forEach((form) => {
      form.dataset.ready = '';
      const text = () => new URLSearchParams(new FormData(form)).toString();
      const before = text();
      let sent = false;
      window.addEventListener('beforeunload', (event) => { if (!sent && text() !== before) event.preventDefault(); });
      form.addEventListener('submit', () => {
        sent = true;
        setTimeout(() => form.querySelectorAll('.formend button').forEach((one) => { one.disabled = true; }));
      });
      window.addEventListener('pageshow', () => form.querySelectorAll('.formend button').forEach((one) => { one.disabled = false; }));
    });
    document.getElementById('summary')?.focus();
    document.querySelectorAll('[data-kind=json] textarea:not([data-ready])').forEach((area) => {
      area.dataset.ready = '';
      area.addEventListener('input', () => {
        let wrong = '';
        try { if (area.value.trim()) JSON.parse(area.value); } catch (e) { wrong = 'Invalid JSON: ' + e.message; }
        area.setCustomValidity(wrong);
        let told = area.parentNode.querySelector('.mistake');
        if (!told) {
          told = Object.assign(document.createElement('span'), { className: 'mistake', id: area.id + '-json' });
          told.setAttribute('aria-live', 'polite');
          area.after(told);
        }
        told.textContent = wrong;
      });
    });
  };

  const setUp = () => {
    setUpPickers();
    setUpForms();
  };
  setUp();
  document.addEventListener('hexadmin:content', setUp);
  document.addEventListener('htmx:afterSettle', setUp);
})();
