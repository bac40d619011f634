(() => {
  // ---- records: Alt and an arrow key lead to the record before and after, except while something is typed
  document.addEventListener('keydown', (event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const rel = { ArrowUp: 'prev', ArrowDown: 'next' }[event.key];
    if (!rel || event.target.closest?.('input, textarea, select, [contenteditable], dialog')) return;
    const link = document.querySelector('#around a[rel=' + rel + ']');
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
