// A message that is written: another template brings other fields.
document.addEventListener('change', (event) => {
  const form = event.target.form;
  if (event.target.matches('[data-refresh]')) form.requestSubmit(form.querySelector('[value=refresh]'));
});
document.querySelectorAll('[data-refresh] + button').forEach((button) => button.classList.add('hidden'));

// The bell: follows live over a WebSocket, else over server-sent events, else by asking again and again.
(() => {
  'use strict';
  const bell = document.getElementById('bell');
  if (!bell) return;
  const { admin, notifications: prefix } = document.body.dataset;
  const count = document.getElementById('bell-count');
  const status = document.getElementById('bell-status');
  const list = document.getElementById('bell-list');
  const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('hexadmin-notifications') : null;
  const KINDS = ['socket', 'stream', 'poll'];
  const POLL = 30000;
  let kind = 0;       // of KINDS
  let failed = 0;     // in a row, of this kind, before it had opened
  let waits = 0;      // in a row
  let seq = null;     // the last event that was shown
  let newest = null;  // the newest one there was when it opened
  let unread = Number(bell.dataset.unread);
  let stop = () => {};
  let timer;
  let over = false;   // the session

  const show = (now, said) => {
    if (now !== unread || said) status.textContent = (said ? said + '. ' : '') + (now ? gettext('{count, plural, one {# unread} other {# unread}}', { count: now }) : gettext('Nothing unread'));
    unread = now;
    count.hidden = !now;
    count.textContent = now > 99 ? '99+' : String(now);
  };
  const later = (what, ms) => {
    clearTimeout(timer);
    timer = setTimeout(what, ms);
  };
  // the parts of the page that change by themselves; the focus stays where it is
  const refresh = async () => {
    if (!list.hidden) load();
    if (!document.querySelector('[data-live]')) return;
    const at = location.href;
    const answer = await fetch(at, { headers: { Accept: 'text/html' } }).catch(() => null);
    if (!answer?.ok || at !== location.href) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    document.querySelectorAll('[data-live]').forEach((live) => {
      const fresh = page.getElementById(live.id);
      if (!fresh) return;
      const focused = live.contains(document.activeElement) ? document.activeElement.id : '';
      live.replaceWith(document.adoptNode(fresh));
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    });
  };
  // a notification that is opened is read
  const opened = async () => {
    const form = document.querySelector('[data-opened=true]');
    if (!form) return;
    await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)), redirect: 'manual' }).catch(() => null);
    refresh();
  };
  const told = (event) => {
    if (event.type === 'ready') {
      newest = event.seq;
      if (seq === null) seq = event.seq;
      if (unread !== event.unread) refresh();
      show(event.unread);
      return;
    }
    if (event.type === 'reset') {
      seq = newest;
      refresh();
      return;
    }
    seq = event.seq;
    show(event.unread, event.type === 'notification' ? event.notification.title : '');
    tabs?.postMessage(event.unread);
    refresh();
  };

  // ---- one connection

  const connected = () => {
    failed = 0;
    waits = 0;
  };
  const closed = (wasOpen, ms) => {
    stop = () => {};
    if (over) return;
    if (!wasOpen && ++failed >= 2 && kind < KINDS.length - 1) {
      kind++;
      failed = 0;
      waits = 0;
    }
    // twice as long each time, up to a minute, anywhere in the upper half of it: not everybody at once
    const most = ms ?? Math.min(60000, 1000 * 2 ** waits++);
    later(connect, most / 2 + Math.random() * most / 2);
  };
  const end = () => {
    over = true;
    stop();
    clearTimeout(timer);
    count.hidden = true;
    status.textContent = gettext('You are signed out.');
  };
  const since = () => seq === null ? '' : '?since=' + seq;
  const ways = {
    socket() {
      let wasOpen = false;
      const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + prefix + '/ws' + since());
      socket.onmessage = (message) => {
        if (!wasOpen) connected();
        wasOpen = true;
        told(JSON.parse(message.data));
      };
      socket.onclose = (event) => {
        if (event.code === 4401) end();
        else closed(wasOpen, event.code === 4429 || event.code === 4403 ? 60000 : undefined);
      };
      stop = () => {
        socket.onclose = null;
        socket.close();
      };
    },
    stream() {
      let wasOpen = false;
      const stream = new EventSource(prefix + '/stream' + since());
      const heard = (message) => {
        if (!wasOpen) connected();
        wasOpen = true;
        told(JSON.parse(message.data));
      };
      for (const type of ['ready', 'notification', 'read', 'unread', 'read_all', 'reset']) stream.addEventListener(type, heard);
      stream.onerror = () => {
        stream.close();
        closed(wasOpen);
      };
      stop = () => stream.close();
    },
    async poll() {
      const asked = new AbortController();
      stop = () => asked.abort();
      try {
        const answer = await fetch(prefix + '/unread-count', { headers: { Accept: 'application/json' }, signal: asked.signal });
        if (answer.status === 401) return end();
        if (answer.ok) {
          const now = (await answer.json()).count;
          const changed = now !== unread;
          show(now);
          if (changed) refresh();
        }
      } catch {
        if (asked.signal.aborted) return;
      }
      // now and then a better way may be open again
      if (++waits % 10 === 0) {
        kind = 0;
        failed = 1;
      }
      later(connect, POLL);
    },
  };
  const connect = () => {
    clearTimeout(timer);
    if (over) return;
    const way = KINDS[kind];
    if (way === 'stream' && document.hidden) return; // browsers have six connections for all tabs together
    try {
      ways[way]();
    } catch {
      closed(false);
    }
  };
  document.addEventListener('visibilitychange', () => {
    if (KINDS[kind] !== 'stream') return;
    if (document.hidden) {
      stop();
      clearTimeout(timer);
    } else connect();
  });
  addEventListener('pagehide', () => stop());
  addEventListener('pageshow', (event) => { if (event.persisted) connect(); });
  addEventListener('online', () => {
    waits = 0;
    stop();
    connect();
  });
  tabs?.addEventListener('message', (event) => { if (KINDS[kind] === 'poll') show(event.data); });
  connect();

  // ---- what the bell opens

  const load = async () => {
    try {
      const answer = await fetch(admin + '/notifications/latest', { headers: { Accept: 'text/html' }, redirect: 'manual' });
      if (!answer.ok) throw answer;
      list.innerHTML = await answer.text();
    } catch {
      list.textContent = gettext('The notifications cannot be shown now.');
    }
  };
  const toggle = (open) => {
    list.hidden = !open;
    bell.setAttribute('aria-expanded', String(open));
    if (open) load();
  };
  bell.setAttribute('role', 'button');
  bell.setAttribute('aria-controls', list.id);
  bell.setAttribute('aria-expanded', 'false');
  bell.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    toggle(list.hidden);
  });
  bell.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    bell.click();
  });
  document.addEventListener('click', (event) => {
    if (!list.hidden && !bell.parentNode.contains(event.target)) toggle(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || list.hidden) return;
    toggle(false);
    bell.focus();
  });
  // marking as read does not leave the page; the badge follows by the event that comes of it
  list.addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.target;
    await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)), redirect: 'manual' }).catch(() => null);
    bell.focus();
    load();
    if (KINDS[kind] === 'poll') connect();
  });

  // ---- the inbox: opens beside the list, and arrows go through the list

  const inbox = document.getElementById('inbox');
  if (!inbox) return;
  opened();
  inbox.addEventListener('keydown', (event) => {
    const mails = [...inbox.querySelectorAll('.mail')];
    const at = mails.indexOf(event.target.closest('.mail'));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: mails.length - 1 }[event.key];
    if (at < 0 || to === undefined || !mails[to]) return;
    event.preventDefault();
    mails[to].focus();
  });
})();
