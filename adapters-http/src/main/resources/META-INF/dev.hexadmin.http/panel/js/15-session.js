(() => {
  'use strict';
  // after a sign-in without a script's help, on to the form that waits
  document.querySelector('form[data-resume]')?.requestSubmit();

  const admin = document.body.dataset.admin;
  const address = admin + '/profile/session';
  const tell = (text) => {
    const dialog = Object.assign(document.createElement('dialog'), { className: 'dialog' });
    const said = Object.assign(document.createElement('p'), { textContent: text });
    const close = Object.assign(document.createElement('button'), { type: 'button', textContent: gettext('Close') });
    said.setAttribute('role', 'alert');
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => dialog.remove());
    dialog.append(said, close);
    document.body.append(dialog);
    dialog.showModal();
  };
  // false when the session is that of another user: what one has typed is not saved in the name of another
  const answered = (body) => {
    const user = document.body.dataset.user;
    if (user && body.email !== user) {
      tell(gettext('You are signed in as {other} now, but this page is that of {user}. Nothing was saved. Sign in as {user} again, such as in another tab: your entries are kept here.', { other: body.email, user }));
      return false;
    }
    document.querySelectorAll('input[name=csrf_token]').forEach((field) => { field.value = body.csrf_token; });
    document.querySelector('meta[name="csrf-token"]')?.setAttribute('content', body.csrf_token);
    return true;
  };
  // pages of the sign-in, which lead to the address above
  const PAGE = 'text/html, application/json';
  const isJson = (answer) => (answer.headers.get('Content-Type') || '').startsWith('application/json');

  // signs in above the page, whose entries stay as they are; false when the user gives up
  const signIn = () => new Promise((done) => {
    const dialog = document.createElement('dialog');
    const end = (result) => {
      dialog.close();
      dialog.remove();
      done(result);
    };
    const show = async (answer) => {
      if (answer.ok && isJson(answer)) return end(answered(await answer.json()));
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const form = page.querySelector('main form');
      if (!form) throw answer;
      const wrong = page.querySelector('main [role=alert]');
      const providers = page.querySelector('main .providers');
      const cancel = Object.assign(document.createElement('button'), { type: 'button', className: 'quiet', textContent: gettext('Cancel') });
      const actions = Object.assign(document.createElement('div'), { className: 'actions' });
      cancel.addEventListener('click', () => end(false));
      form.querySelector('button').replaceWith(actions);
      actions.append(Object.assign(document.createElement('button'), { className: 'primary', textContent: gettext('Continue') }), cancel);
      // the page below may have fields of the same name
      form.querySelectorAll('[id]').forEach((field) => {
        form.querySelector('label[for="' + field.id + '"]')?.setAttribute('for', 'session-' + field.id);
        field.id = 'session-' + field.id;
      });
      const email = form.querySelector('[name=email]');
      if (email && !email.value) email.value = document.body.dataset.user || '';
      form.addEventListener('submit', async (event) => {
        event.preventDefault();
        event.stopPropagation();
        try {
          await show(await fetch(form.getAttribute('action'), { method: 'POST', body: new URLSearchParams(new FormData(form)), headers: { Accept: PAGE } }));
        } catch (answer) {
          // 403: the sign-in form of another tab has taken the place of this one
          const replaced = answer.status === 403;
          if (replaced) await open();
          said.textContent = replaced ? gettext('Enter your password again. Your entries are kept.') : gettext('The server cannot be reached. Your entries are kept.');
        }
      });
      said.textContent = wrong ? wrong.textContent : gettext('Sign in to continue. Your entries are kept.');
      dialog.replaceChildren(title, said, form);
      providers?.querySelectorAll('a').forEach((link) => {
        // in another tab: this page has to stay
        const way = new URL(link.getAttribute('href'), location);
        way.searchParams.set('next', admin);
        link.href = way.href;
        link.target = '_blank';
        dialog.append(link);
      });
      (email?.value ? form.querySelector('[type=password], [name=code]') : email || form.querySelector('[name=code]'))?.focus();
    };
    const title = Object.assign(document.createElement('h2'), { id: 'session-title', textContent: gettext('Your session has ended') });
    const said = document.createElement('p');
    said.setAttribute('role', 'alert');
    dialog.className = 'dialog';
    dialog.setAttribute('aria-labelledby', 'session-title');
    dialog.addEventListener('cancel', (event) => { event.preventDefault(); end(false); });
    // back from a provider
    const returned = async () => {
      if (!dialog.isConnected) return document.removeEventListener('visibilitychange', returned);
      if (document.visibilityState !== 'visible') return;
      const answer = await fetch(address, { headers: { Accept: 'application/json' } }).catch(() => null);
      if (answer?.ok && dialog.isConnected) end(answered(await answer.json()));
    };
    document.addEventListener('visibilitychange', returned);
    document.body.append(dialog);
    dialog.showModal();
    const open = () => fetch(admin + '/login?next=' + encodeURIComponent(address), { headers: { Accept: PAGE } }).then(show).catch(() => end(false));
    open();
  });

  let asking = null;
  const ask = async () => {
    const answer = await fetch(address, { headers: { Accept: 'application/json' } });
    if (answer.ok) return answered(await answer.json());
    if (answer.status === 401) return signIn();
    throw answer;
  };
  // whether the session is good, after a sign-in if need be; throws when the server does not say
  window.hexadminSession = () => (asking ??= ask().finally(() => { asking = null; }));

  /** What a form sends: its files only where its encoding has place for them. */
  window.hexadminFormData = (form, submitter) => {
    const data = new FormData(form, submitter);
    return form.enctype === 'multipart/form-data' ? data : new URLSearchParams(data);
  };

  // what a form sends would be lost with its session: it is sent when the session is known to be good
  const needsSession = (form) => document.body.dataset.user && form.querySelector('input[name=csrf_token]')
    && !form.closest('[aria-labelledby=session-title]') && !form.getAttribute('action')?.endsWith('/logout');
  const sent = new WeakSet();
  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (!needsSession(form) || event.defaultPrevented) return;
    if (sent.delete(form)) return;
    const submitter = event.submitter;
    event.preventDefault();
    event.stopImmediatePropagation();
    form.querySelector('.notice[data-unreachable]')?.remove();
    try {
      if (!await window.hexadminSession()) return;
      sent.add(form);
      form.requestSubmit(submitter);
    } catch {
      const notice = Object.assign(document.createElement('p'), { className: 'notice error', textContent: gettext('The server cannot be reached now. Nothing was saved; your entries are kept here.') });
      notice.setAttribute('role', 'alert');
      notice.dataset.unreachable = '';
      form.prepend(notice);
      notice.scrollIntoView({ block: 'nearest' });
    }
  }, true);
})();
