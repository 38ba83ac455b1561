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
    const files = code.split(' ');
    // All at once, and before the import, because browsers do not repeat an import that failed.
    Promise.all(files.map((file) => fetch(file).then(({ ok }) => ok || Promise.reject())))
      .then(() => import(files[0]))
      .catch(() => {
        // The next interaction tries again. Links work without the app.
        isLoading = false;
        repeat = undefined;
        delete root.dataset.waiting;
      });
  };

  // The press or submission that came before the app could react. It is repeated afterwards.
  let repeat;
  const wait = (event, again) => {
    event.preventDefault();
    event.stopPropagation();
    root.dataset.waiting = '';
    repeat = again;
    load();
  };
  // Where a translator changed the page, the app renders it anew: the element is then the one in the same place.
  const inApp = (selector, element) => {
    const all = () => [...document.querySelectorAll(`#app ${selector}`)];
    const nth = all().indexOf(element);
    return () => (element.isConnected ? element : all()[nth]);
  };
  // How the visitor came, as in web/src/features/profiles/visit-source.ts.
  const via = (new URLSearchParams(location.search).get('via') ?? '').slice(0, 20);
  const press = (event) => {
    const { press: id } = event.target.closest('a')?.dataset ?? {};
    if (id) navigator.sendBeacon?.('/api/recordContactPress', new URLSearchParams({ id, via }));
    const button = event.target.closest('button');
    if (button && button.type !== 'submit') {
      const again = inApp('button', button);
      wait(event, () => again()?.click());
    }
  };
  // A mouse that rests somewhere is no interaction.
  const touch = (event) => {
    if (event.type !== 'pointerover' || event.target.closest('a, button, input')) load();
  };
  const submit = (event) => {
    const again = inApp('form', event.target);
    wait(event, () => again()?.requestSubmit());
  };
  const intents = ['pointerdown', 'pointerover', 'keydown', 'focusin'];
  addEventListener('click', press, true);
  addEventListener('submit', submit, true);
  for (const intent of intents) addEventListener(intent, touch, { capture: true, passive: true });

  // The inputs and what was typed into them. Empty if the app shows another screen in place of the rendered page, which is not
  // hydrated then: `hydrated` comes without `hydrating`.
  let typed = [];
  document.addEventListener('hydrating', () => {
    typed = [...document.querySelectorAll('#app input')].map((input) => [
      inApp('input', input),
      input.value,
    ]);
  });
  document.addEventListener('hydrated', () => {
    removeEventListener('click', press, true);
    removeEventListener('submit', submit, true);
    for (const intent of intents) removeEventListener(intent, touch, true);
    for (const [again, text] of typed) {
      const input = again();
      if (text === '' || !input) continue;
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    delete root.dataset.waiting;
    repeat?.();
  });

  addEventListener('DOMContentLoaded', () => {
    // Whoever is signed in sees more than what was rendered. A sign-out that did not reach the server ends there now:
    // web/src/api/sign-out.ts.
    if (stored('session') || stored('signOutPending')) return load();
    // As in web/src/api/return-address.ts.
    const profile = new URLSearchParams(location.search).get('profile');
    if (profile !== null && location.pathname === '/login') {
      attempt(() => localStorage.setItem('redirectToProfile', profile));
      attempt(() => sessionStorage.removeItem('wantedAddress'));
      history.replaceState(history.state, '', location.pathname);
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
