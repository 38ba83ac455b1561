/*
 * Runs before the first paint, inline in every document: the Content-Security-Policy names its hash (lib/security-headers.ts).
 */
(() => {
  const root = document.documentElement;
  // Browsers that forbid storage throw, as in web/src/api/storage.ts.
  const attempt = (work) => {
    try {
      return work();
    } catch {
      return null;
    }
  };
  const stored = (key) => attempt(() => localStorage.getItem(key));

  // What the oldest supported browsers lack (docs/product/browsers.md#supported-browsers), before any module asks for it.
  URL.canParse ??= (address, base) => attempt(() => new URL(address, base)) !== null;
  for (const [name, change] of [
    ['toSorted', 'sort'],
    ['toReversed', 'reverse'],
  ])
    if (!Array.prototype[name])
      Object.defineProperty(Array.prototype, name, {
        value(...given) {
          return [...this][change](...given);
        },
      });
  if (!globalThis.PublicKeyCredential) root.dataset.noPasskeys = '';

  // The chosen color scheme, which web/src/shell/theme.ts stores.
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') {
    root.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.content = theme === 'dark' ? '#0F151E' : '#F7F2E8';
  }

  // A page that the server rendered. The rest is in the app, which a visitor loads at the first interaction.
  const { code, view, referral } = root.dataset;
  if (!code) return loadScreen();

  let isLoading = false;
  const load = () => {
    if (isLoading) return;
    isLoading = true;
    requestCode(RETRIES_MS);
  };
  // A busy connection loses a request now and then: nobody should have to press again for that.
  const RETRIES_MS = [1_000, 4_000];
  const requestCode = ([pause, ...pauses]) => {
    const files = code.split(' ');
    // All at once, and before the import, because browsers do not repeat an import that failed.
    Promise.all(files.map((file) => fetch(file).then(({ ok }) => ok || Promise.reject())))
      .then(() => import(files[0]))
      .catch(() => (pause ? setTimeout(requestCode, pause, pauses) : giveUp()));
  };
  // The next interaction tries again. Links work without the app.
  const giveUp = () => {
    isLoading = false;
    delete root.dataset.waiting;
    delete root.dataset.names;
    if (repeat) sayFailed();
    repeat = undefined;
  };
  const FAILED = 'code-missing';
  const sayFailed = () => {
    const words = document.createElement('p');
    words.id = FAILED;
    words.setAttribute('role', 'alert');
    words.textContent = 'This did not work. Please check your connection and press again.';
    document.body.append(words);
  };
  const removeFailed = () => document.getElementById(FAILED)?.remove();

  // The press or submission that came before the app could react. It is repeated afterwards.
  let repeat;
  const wait = (event, again) => {
    event.preventDefault();
    event.stopPropagation();
    root.dataset.waiting = '';
    removeFailed();
    repeat = again;
    load();
  };
  // Where the app could not take over the page, because a translator changed it, it renders it anew: the element is then the
  // one in the same place.
  const inApp = (selector, element) => {
    const all = () => [...document.querySelectorAll(`#app ${selector}`)];
    const nth = all().indexOf(element);
    return () => (element.isConnected ? element : all()[nth]);
  };
  // How the visitor came, as in web/src/features/profiles/visit-source.ts.
  const via = (new URLSearchParams(location.search).get('via') ?? '').slice(0, 20);
  const press = (event) => {
    const link = event.target.closest('a');
    if (link) return pressLink(event, link);
    const button = event.target.closest('button');
    if (button && button.type !== 'submit') {
      const again = inApp('button', button);
      wait(event, () => again()?.click());
    }
  };
  const pressLink = (event, link) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    // The page was rendered for visitors. Whoever is signed in is led elsewhere once the app knows them, or nowhere, if the link
    // is gone by then.
    if (stored('session') && link.pathname === '/login' && !opensElsewhere)
      return wait(event, () => link.isConnected && link.click());
    const { press: id } = link.dataset;
    if (id) navigator.sendBeacon?.('/api/recordContactPress', new URLSearchParams({ id, via }));
  };
  // A mouse that rests somewhere is no interaction.
  const touch = (event) => {
    if (event.type !== 'pointerover' || event.target.closest('a, button, input, select, textarea'))
      load();
  };
  const submit = (event) => {
    const again = inApp('form', event.target);
    wait(event, () => again()?.requestSubmit());
  };
  const intents = ['pointerdown', 'pointerover', 'keydown', 'focusin'];
  addEventListener('click', press, true);
  addEventListener('submit', submit, true);
  for (const intent of intents) addEventListener(intent, touch, { capture: true, passive: true });

  // What was typed and chosen until the app reacts: the field in the app and its value, by the field of the rendered page.
  const typed = new Map();
  const FIELDS = ':is(input:not([type=file]), textarea, select)';
  const isChoice = ({ type }) => type === 'checkbox' || type === 'radio';
  const isChanged = (field) => {
    if (isChoice(field)) return field.checked !== field.defaultChecked;
    if (field.localName !== 'select') return field.value !== field.defaultValue;
    return field.value !== (field.querySelector('[selected]') ?? field.options[0])?.value;
  };
  const keep = ({ target: field }) => {
    if (!field.matches?.(`#app ${FIELDS}`)) return;
    const [again] = typed.get(field) ?? [inApp(FIELDS, field)];
    typed.set(field, [again, isChoice(field) ? field.checked : field.value]);
  };
  // What the browser restored or filled in by itself is kept as well. None of this is repeated if the app shows another screen
  // in place of the rendered page: `hydrated` then comes without `hydrating`.
  let isSameScreen = false;
  let focused = [];
  document.addEventListener('hydrating', () => {
    isSameScreen = true;
    for (const field of document.querySelectorAll(`#app ${FIELDS}`))
      if (isChanged(field)) keep({ target: field });
    const { activeElement: field } = document;
    if (field.matches(FIELDS)) focused = [field, inApp(FIELDS, field)];
  });
  addEventListener('input', keep, true);
  document.addEventListener('hydrated', () => {
    removeEventListener('click', press, true);
    removeEventListener('submit', submit, true);
    removeEventListener('input', keep, true);
    for (const intent of intents) removeEventListener(intent, touch, true);
    delete root.dataset.waiting;
    removeFailed();
    // The sign-in itself ends what names a person: web/src/features/auth/pages/sign-in/Login.tsx.
    if (!isSameScreen) {
      delete root.dataset.names;
      return;
    }
    for (const [again, value] of typed.values()) enter(again(), value);
    const [field, again] = focused;
    if (field && !field.isConnected) again()?.focus();
    repeat?.();
  });

  // Enters a value as a person does, so that the app notices: React compares it with what was set last by a script.
  const enter = (field, value) => {
    if (!field) return;
    if (isChoice(field)) {
      field.checked = !value;
      // Of several radio buttons, only the chosen one was pressed.
      return value || field.type === 'checkbox' ? field.click() : undefined;
    }
    const { selectionStart, selectionEnd } = field;
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
    if (field.localName !== 'select') field.value = '';
    set.call(field, value);
    if (field === document.activeElement)
      attempt(() => field.setSelectionRange(selectionStart, selectionEnd));
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
  };

  addEventListener('DOMContentLoaded', () => {
    // Whoever is signed in sees more than what was rendered. A sign-out that did not reach the server ends there now:
    // web/src/api/sign-out.ts.
    if (stored('session') || stored('signOutPending')) return load();
    // As in web/src/api/return-address.ts.
    const search = new URLSearchParams(location.search);
    const profile = search.get('profile');
    const offer = search.get('write');
    const isSignIn = location.pathname === '/login';
    // Without storage the address keeps it.
    if (profile !== null && isSignIn && attempt(() => localStorage)) {
      attempt(() => localStorage.setItem('redirectToProfile', profile));
      attempt(() => localStorage.removeItem('writeToProfile'));
      if (offer !== null) attempt(() => localStorage.setItem('writeToProfile', offer));
      attempt(() => sessionStorage.removeItem('wantedAddress'));
      history.replaceState(history.state, '', location.pathname);
    }
    // The app shows the person to whom the visitor wants to write, which the rendered page cannot. Until then there is a heading.
    const recipient = profile ?? stored('redirectToProfile');
    if (isSignIn && recipient && (offer !== null || stored('writeToProfile'))) {
      root.dataset.names = '';
      // On the root, because the app replaces the rest of the page before it has the code that shows the person.
      root.style.setProperty('--names', JSON.stringify(`Write to @${recipient}`));
      load();
    }
    // As in web/src/features/accounts/stored-referral.ts.
    const invitation = JSON.stringify({ code: referral, keptAt: Date.now() });
    if (referral) attempt(() => localStorage.setItem('invitation', invitation));
    if (!view) return;
    const source = `via:${location.pathname.slice(1).toLowerCase()}`;
    if (via) attempt(() => sessionStorage.setItem(source, via));
    addEventListener('load', () =>
      fetch(via ? `${view}&via=${encodeURIComponent(via)}` : view).catch(() => undefined),
    );
  });

  // The screen that is opened first: web/outline.js shows its outline. If it is one that people who are signed in open often
  // (web/first-screens.ts), its code, the session and its data are requested before the app runs, which takes the responses
  // (web/src/api/early-responses.ts).
  function loadScreen() {
    const read = (id) => JSON.parse(document.getElementById(id).textContent);
    const session = stored('session');
    const key = outlineOf(location.pathname, read('outlines'), session);
    if (key) root.dataset.screen = key;
    const [, place, id] = /^(\/[\w-]+)(?:\/(\w{26}))?$/.exec(location.pathname) ?? [];
    const screen = read('screens')[id ? `${place}/*` : place];
    if (screen && session && !location.search) requestEarly(screen, id);
  }

  // The key of the outline of a path, if there is one. Without a session the app shows the sign-in, with one no screen of visitors.
  function outlineOf(path, outlines, session) {
    const isKnown = (key) => key in outlines;
    const withoutIds = path.replace(/\/\w{26}(?=\/|$)/g, '/*');
    const key = [path, withoutIds, path.replace(/\/[^/]+$/, '/*')].find(isKnown);
    const { who } = outlines[key] ?? {};
    if (!key || who === 'anybody') return key;
    if (session) return who === 'visitors' ? '/dashboard' : key;
    // A browser without storage may have a session all the same: web/src/guards.tsx.
    if (attempt(() => localStorage)) return who === 'visitors' ? key : '/login';
  }

  function requestEarly(screen, id) {
    for (const file of screen.files) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      // As the code of the app: web/first-screens.ts.
      link.fetchPriority = 'low';
      link.href = file;
      document.head.append(link);
    }
    const accept = 'application/json';
    // As in web/src/api/client.ts: a refresh token can be used only once, so tabs take turns.
    const refresh = () =>
      fetch('/refreshToken', {
        method: 'POST',
        keepalive: true,
        headers: {
          accept,
          'content-type': 'application/x-www-form-urlencoded',
          'x-session': 'cookie',
        },
      });
    const refreshed = navigator.locks
      ? navigator.locks.request('refresh-session', refresh)
      : refresh();
    // Nothing is requested without a token: the session has ended, or the server has a fault.
    const token = refreshed.then(
      async (response) => (await response.clone().json()).access_token || Promise.reject(),
    );
    const ask = async (address) => {
      const authorization = `Bearer ${await token}`;
      return {
        authorization,
        response: await fetch(address, { headers: { accept, authorization } }),
      };
    };
    globalThis.early = { '/refreshToken': refreshed.then((response) => ({ response })) };
    for (const address of screen.requests)
      early[address.replace('*', id)] = ask(address.replace('*', id));
    // The app repeats the requests that got no response.
    for (const response of Object.values(early)) response.catch(() => undefined);
  }
})();
