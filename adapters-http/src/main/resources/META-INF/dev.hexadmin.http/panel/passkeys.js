// Passkeys: the forms with data-passkey, which are shown only where the browser has Web Authentication.
(() => {
  'use strict';
  if (!window.PublicKeyCredential) return;
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(Array.from(new Uint8Array(buffer), (b) => String.fromCharCode(b)).join(''))
    .replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
  const known = (list) => list.map((one) => ({ ...one, id: bytes(one.id) }));
  const decoded = (options) => ({
    ...options,
    challenge: bytes(options.challenge),
    ...(options.user && { user: { ...options.user, id: bytes(options.user.id) } }),
    ...(options.allowCredentials && { allowCredentials: known(options.allowCredentials) }),
    ...(options.excludeCredentials && { excludeCredentials: known(options.excludeCredentials) }),
  });
  const encoded = (credential) => {
    const from = credential.response;
    const response = { clientDataJSON: text(from.clientDataJSON) };
    if (from.attestationObject) {
      response.attestationObject = text(from.attestationObject);
      response.transports = from.getTransports ? from.getTransports() : [];
    } else {
      response.authenticatorData = text(from.authenticatorData);
      response.signature = text(from.signature);
      if (from.userHandle) response.userHandle = text(from.userHandle);
    }
    return JSON.stringify({
      id: credential.id,
      rawId: text(credential.rawId),
      type: credential.type,
      ...(credential.authenticatorAttachment && { authenticatorAttachment: credential.authenticatorAttachment }),
      clientExtensionResults: {},
      response,
    });
  };
  // The challenge is made when the user asks for it, because it is valid for a few minutes only.
  const fetched = async (form) => {
    const answer = await fetch(form.dataset.options, {
      method: 'POST',
      headers: { Accept: 'application/json', 'X-CSRF-Token': form.elements.csrf_token.value },
    });
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(body.detail || form.dataset.failed);
    return body;
  };
  const say = (form, message) => {
    const place = form.querySelector('[role=alert]');
    place.textContent = message;
    place.hidden = !message;
  };
  const send = (form, credential) => {
    form.elements.credential.value = encoded(credential);
    form.submit();
  };
  // The passkeys that the browser suggests in the field of the address. A browser has one request at a time.
  let suggesting = null;
  let resume = () => {};
  const stop = () => {
    clearTimeout(suggesting?.timer);
    suggesting?.abort();
    suggesting = null;
  };
  const suggest = async (form) => {
    stop();
    const own = suggesting = new AbortController();
    try {
      const options = (await fetched(form)).public_key;
      if (own.signal.aborted) return;
      own.timer = setTimeout(() => suggest(form), options.timeout * 0.9);
      send(form, await navigator.credentials.get({ publicKey: decoded(options), mediation: 'conditional', signal: own.signal }));
    } catch {
      // the button of the form says what is wrong
    }
  };
  const run = async (form) => {
    stop();
    const button = form.querySelector('button');
    button.disabled = true;
    say(form, '');
    try {
      const { creation } = form.dataset;
      const publicKey = decoded((creation ? JSON.parse(creation) : await fetched(form)).public_key);
      const credential = await (form.dataset.passkey === 'create'
        ? navigator.credentials.create({ publicKey })
        : navigator.credentials.get({ publicKey }));
      send(form, credential);
    } catch (error) {
      const { failed, cancelled, repeated } = form.dataset;
      if (error.name === 'NotAllowedError' || error.name === 'AbortError') say(form, cancelled);
      else if (error.name === 'InvalidStateError') say(form, repeated || failed);
      else say(form, error instanceof DOMException ? failed : error.message);
      button.disabled = false;
      button.focus();
      resume();
    }
  };
  document.querySelectorAll('form[data-passkey]').forEach((form) => {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      run(form);
    });
    if (form.dataset.creation) run(form);
  });
  const offer = async () => {
    const form = document.querySelector('[autocomplete~=webauthn]') && document.querySelector('form[data-passkey=get]');
    if (!form || !await PublicKeyCredential.isConditionalMediationAvailable?.()) return;
    // the page that is looked at has the challenge that the browser's cookie belongs to
    resume = () => { if (document.visibilityState === 'visible') suggest(form); };
    document.addEventListener('visibilitychange', resume);
    resume();
  };
  offer();
  document.querySelectorAll('[data-with-passkeys]').forEach((part) => { part.hidden = false; });
  document.querySelectorAll('[data-without-passkeys]').forEach((part) => { part.hidden = true; });
})();
