// The translation of an English text of the scripts, with arguments as in the messages of the server: {name} and
// {n, plural, one {# file} other {# files}}. The translations are those of texts.js, which is loaded before.
const gettext = (() => {
  'use strict';
  const translations = window.hexadminTexts ?? {};
  const language = document.documentElement.lang || 'en';
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language, { numberingSystem: 'latn' });
  const rightToLeft = document.documentElement.dir === 'rtl';
  // text of another direction does not move what stands beside it
  const write = (value) => (typeof value === 'number' ? numbers.format(value) : rightToLeft ? '\u2068' + value + '\u2069' : String(value));
  const choose = (n, choices) => {
    const forms = new Map([...choices.matchAll(/(=?\w+)\s*\{((?:[^{}]|\{\w+\})*)\}/g)].map((one) => [one[1], one[2]]));
    return (forms.get('=' + n) ?? forms.get(plurals.select(n)) ?? forms.get('other')).replaceAll('#', write(n));
  };
  return (english, args) => {
    const text = translations[english] ?? english;
    if (!args) return text;
    return text
      .replace(/\{(\w+),\s*plural,((?:[^{}]|\{(?:[^{}]|\{\w+\})*\})*)\}/g, (all, name, choices) => choose(args[name], choices))
      .replace(/\{(\w+)\}/g, (all, name) => write(args[name]));
  };
})();
