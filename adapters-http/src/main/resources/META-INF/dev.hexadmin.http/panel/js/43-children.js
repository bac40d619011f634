(() => {
  // ---- child records: rows are added, marked and reordered before they are saved with their parent
  const names = (row) => [...row.querySelectorAll('[name]')].filter((one) => !one.name.includes('.was.') && !one.name.includes('.has.') && !one.name.includes('.find.'));
  const held = (row) => JSON.stringify(names(row).map((one) => one.type === 'checkbox' ? one.checked : one.value));

  const mark = (row) => {
    if (!row.classList.contains('new')) row.classList.toggle('edit', row.dataset.told === 'edit' || held(row) !== row.dataset.before);
  };

  const language = document.documentElement.lang || 'en';
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1234567.5);
  const separator = (type) => alike(parts.find((one) => one.type === type).value);
  // one space for all, one apostrophe for both, and the digits 0 to 9
  const alike = (text) => text.replace(/[\u061c\u200e\u200f]/g, '').replace(/[ \u00a0\u2009\u202f]/g, ' ').replace(/\u2019/g, "'")
    .replace(/\u2212/g, '-').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => digit.charCodeAt(0) & 15);
  const decimal = separator('decimal');
  const group = separator('group');
  const escaped = (text) => text.replace(/[.]/g, '\\.');
  const GROUPED = new RegExp('^(-?\\d{1,3}(?:' + escaped(group) + '\\d{3})+)(?:' + escaped(decimal) + '(\\d+))?$');
  const FRACTION = new RegExp('^(-?\\d+)' + escaped(decimal) + '(\\d+(?:e[-+]?\\d+)?)$', 'i');

  /** A number as a form reads it, with a point; null for a text that is none, or that can be two. */
  const plain = (typed, whole) => {
    const text = alike(typed.trim()).replaceAll('\u066b', decimal).replaceAll('\u066c', group);
    const grouped = GROUPED.exec(text);
    if (grouped) {
      const lone = grouped[2] === undefined && grouped[1].split(group).length === 2 && '.,'.includes(group);
      if (lone && !whole) return null;
      return grouped[1].replaceAll(group, '') + (grouped[2] === undefined ? '' : '.' + grouped[2]);
    }
    const point = text.replace(FRACTION, '$1.$2');
    return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(point) ? point : null;
  };

  // the sums of columns with inputs follow what is typed
  const sums = (table) => {
    table.querySelectorAll('[data-sum]').forEach((cell) => {
      let sum = 0;
      let digits = 0;
      let inputs = 0;
      let readable = true;
      table.querySelectorAll('.child').forEach((row) => {
        const input = row.querySelector('[name$=".' + CSS.escape(cell.dataset.sum) + '"]:not([name*=".was."]):not([name*=".has."])');
        if (!input) return;
        inputs++;
        if (row.querySelector('.remove :checked')) return;
        if (!input.value.trim()) return;
        const value = plain(input.value, cell.dataset.whole !== undefined);
        readable &&= value !== null;
        sum += Number(value);
        digits = Math.max(digits, (/\.(\d+)/.exec(value)?.[1] ?? '').length);
      });
      if (inputs) cell.firstElementChild.textContent = !readable ? '–' : sum.toLocaleString(language + '-u-nu-latn', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    });
  };

  const positions = (table) => [...table.querySelectorAll('.child .w-pos')];

  /** Gives the rows the positions that they have together, in the order in which they are shown. */
  const renumber = (table) => {
    const inputs = positions(table);
    const all = inputs.map((one) => plain(one.value, true)).filter((one) => one !== null).map(Number).sort((a, b) => a - b);
    while (all.length < inputs.length) all.push((all.at(-1) ?? 0) + 1);
    // rows with the same position have no order that could be kept
    all.forEach((one, i) => { if (i > 0) all[i] = Math.max(one, all[i - 1] + 1); });
    inputs.forEach((one, i) => {
      if (one.value !== String(all[i])) {
        one.value = String(all[i]);
        mark(one.closest('tr'));
      }
    });
  };

  const whole = (row) => {
    const rows = [row];
    if (row.nextElementSibling?.classList.contains('reason')) rows.push(row.nextElementSibling);
    return rows;
  };

  const move = (row, down) => {
    const table = row.closest('table');
    const rows = [...table.querySelectorAll('.child')];
    const other = rows[rows.indexOf(row) + (down ? 1 : -1)];
    if (!other) return false;
    if (down) whole(other).at(-1).after(...whole(row));
    else other.before(...whole(row));
    renumber(table);
    return true;
  };

  const setUpRow = (row) => {
    row.dataset.told = row.classList.contains('edit') ? 'edit' : '';
    row.dataset.before = held(row);
    const position = row.querySelector('.w-pos');
    if (!position) return;
    position.setAttribute('aria-keyshortcuts', 'Alt+ArrowUp Alt+ArrowDown');
    position.title = gettext('Alt and an arrow key move the row');
    const grip = row.querySelector('.grip');
    if (!grip) return;
    grip.draggable = true;
    grip.addEventListener('dragstart', (event) => {
      row.classList.add('dragged');
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', '');
    });
    grip.addEventListener('dragend', () => row.classList.remove('dragged'));
  };

  const add = (button) => {
    const name = button.dataset.add;
    const card = button.closest('.children');
    const table = card.querySelector('table[data-children]');
    const blank = card.querySelector('template[data-blank]').content.querySelector('tr').cloneNode(true);
    const index = 'n' + Date.now().toString(36) + table.querySelectorAll('.child').length;
    const from = 'c.' + name + '.new.';
    const to = 'c.' + name + '.' + index + '.';
    blank.dataset.row = index;
    blank.querySelectorAll('[name], [id], [for], [aria-describedby]').forEach((one) => {
      for (const attribute of ['name', 'id', 'for', 'aria-describedby']) {
        if (one.hasAttribute(attribute)) one.setAttribute(attribute, one.getAttribute(attribute).replace(from, to));
      }
    });
    blank.querySelector('[name="c.' + name + '.row"]').value = index;
    table.tBodies[0].append(blank);
    card.querySelector('[data-empty]')?.remove();
    setUpRow(blank);
    // the row's references become pickers, as after every new content
    document.dispatchEvent(new Event('htmx:afterSettle'));
    blank.querySelector('input:not([type=hidden], .w-pos), select:not([hidden]), textarea')?.focus();
  };

  const setUp = () => {
    document.querySelectorAll('table[data-children]:not([data-ready])').forEach((table) => {
      table.dataset.ready = '';
      table.querySelectorAll('.child').forEach(setUpRow);
      const changed = (event) => {
        const row = event.target.closest('.child');
        if (row) {
          mark(row);
          sums(table);
        }
      };
      table.addEventListener('input', changed);
      table.addEventListener('change', changed);
      table.addEventListener('keydown', (event) => {
        const row = event.target.closest('.child');
        if (!row || !event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key) || !positions(table).length) return;
        event.preventDefault();
        if (move(row, event.key === 'ArrowDown')) event.target.focus();
      });
      table.addEventListener('dragover', (event) => {
        const dragged = table.querySelector('.dragged');
        const over = event.target.closest('.child');
        if (!dragged || !over || over === dragged) return;
        event.preventDefault();
        const box = over.getBoundingClientRect();
        if (event.clientY > box.top + box.height / 2) whole(over).at(-1).after(...whole(dragged));
        else over.before(...whole(dragged));
      });
      table.addEventListener('drop', (event) => {
        if (!table.querySelector('.dragged')) return;
        event.preventDefault();
        renumber(table);
      });
      table.closest('.children').querySelector('[data-add]')?.addEventListener('click', (event) => {
        event.preventDefault();
        add(event.currentTarget);
      });
      // unchanged rows are not sent
      table.closest('form')?.addEventListener('submit', (event) => {
        if (event.submitter?.name === 'form.children') return;
        table.querySelectorAll('.child').forEach((row) => {
          if (!row.matches('.new, .edit, :has(.remove :checked)')) row.querySelectorAll('[name]').forEach((one) => { one.disabled = true; });
        });
      });
      window.addEventListener('pageshow', () => table.querySelectorAll('[name]').forEach((one) => { one.disabled = false; }));
    });
  };

  document.addEventListener('hexadmin:content', setUp);
  document.addEventListener('htmx:afterSettle', setUp);
  setUp();
})();
