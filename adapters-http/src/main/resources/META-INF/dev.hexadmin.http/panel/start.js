// Loads the panel's script after the first paint, which it would delay. Without a paint, as in a window in the background, it is loaded
// soon after the page. This element is removed when the script has run.
(() => {
  'use strict';
  const start = document.currentScript;
  const add = (source, then) => {
    const script = document.createElement('script');
    script.addEventListener('load', then);
    script.src = source;
    document.head.append(script);
  };
  // a script of a plugin that cannot be loaded holds up no other
  const more = (start.dataset.more ?? '').split(' ').filter((source) => source);
  const run = () => add(start.dataset.script, () => { start.remove(); more.forEach((source) => add(source, () => {})); });
  const load = () => (start.dataset.texts ? add(start.dataset.texts, run) : run());
  const loaded = new Promise((done) => { window.addEventListener('load', done); });
  const painted = new Promise((done) => {
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length) done();
    }).observe({ type: 'paint', buffered: true });
  });
  const waited = loaded.then(() => new Promise((done) => { setTimeout(done, 300); }));
  loaded.then(() => Promise.race([painted, waited])).then(load);
})();
