// The layout of the dashboard: widgets are moved by their handle with the mouse or the arrow keys, without a request.
(() => {
  const form = document.querySelector('[data-arrange]');
  if (!form) return;
  const shown = form.querySelector('[data-shown]');
  const spare = form.querySelector('[data-hidden]');
  const said = form.querySelector('[data-said]');
  form.querySelectorAll('[data-grip], [data-scripted]').forEach(one => { one.hidden = false; });

  const say = tile => {
    const all = [...shown.children];
    said.textContent = tile.parentNode === shown
      ? gettext('{name}: {position} of {count}', { name: tile.dataset.tile, position: all.indexOf(tile) + 1, count: all.length })
      : gettext('{name}: hidden', { name: tile.dataset.tile });
  };
  const move = (tile, by) => {
    const other = by < 0 ? tile.previousElementSibling : tile.nextElementSibling;
    if (other) other[by < 0 ? 'before' : 'after'](tile);
    say(tile);
  };
  const put = (tile, list) => {
    list.append(tile);
    tile.querySelector('input').name = list === shown ? 'shown' : 'hidden';
    say(tile);
  };

  form.addEventListener('click', event => {
    const button = event.target.closest('button[name]');
    const tile = button && button.closest('[data-tile]');
    if (!tile) return;
    event.preventDefault();
    if (button.name === 'earlier') move(tile, -1);
    if (button.name === 'later') move(tile, 1);
    if (button.name === 'hide') put(tile, spare);
    if (button.name === 'show') put(tile, shown);
    const same = button.name === 'hide' ? 'show' : button.name === 'show' ? 'hide' : button.name;
    tile.querySelector(`[name=${same}]`).focus();
  });
  form.addEventListener('change', event => {
    if (!event.target.matches('[data-tile] select')) return;
    const tile = event.target.closest('[data-tile]');
    tile.className = tile.className.replace(/\bb\d+\b/, 'b' + event.target.value);
  });
  form.addEventListener('keydown', event => {
    const grip = event.target.closest('[data-grip]');
    const end = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (!grip || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    move(grip.closest('[data-tile]'), event.key === 'ArrowDown' || event.key === end ? 1 : -1);
    grip.focus();
  });

  let dragged = null;
  form.addEventListener('pointerdown', event => {
    const grip = event.target.closest('[data-grip]');
    if (grip) grip.closest('[data-tile]').draggable = true;
  });
  form.addEventListener('dragstart', event => {
    dragged = event.target.closest('[data-tile]');
    if (!dragged) return;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', dragged.dataset.tile);
    dragged.classList.add('dragged');
  });
  form.addEventListener('dragover', event => {
    const over = event.target.closest('[data-shown] [data-tile]');
    if (!dragged || !over || over === dragged) return;
    event.preventDefault();
    const later = dragged.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING;
    over[later ? 'after' : 'before'](dragged);
  });
  form.addEventListener('drop', event => { if (dragged) event.preventDefault(); });
  form.addEventListener('dragend', () => {
    if (!dragged) return;
    dragged.classList.remove('dragged');
    dragged.draggable = false;
    say(dragged);
    dragged = null;
  });
})();
