import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

/*
 * The service worker's code with a fake scope: the notification that it shows for a push message, and the window that
 * a tap opens.
 */

type Listener = (event: Record<string, unknown>) => void;
type Shown = { title: string; options: Record<string, unknown> };

const ORIGIN = 'https://replypaid.example';
const listeners = new Map<string, Listener>();

let shown: Shown[];
let windows: Window[];
let opened: string[];
let subscribed: unknown[];
let caches: Map<string, Map<string, Response>>;

class Window {
  readonly heard: unknown[] = [];
  focused = 0;
  constructor(
    readonly url: string,
    readonly visibilityState: 'visible' | 'hidden' = 'visible',
    private readonly mayComeForward = true,
  ) {}
  postMessage(message: unknown): void {
    this.heard.push(message);
  }
  async focus(): Promise<void> {
    if (!this.mayComeForward) throw new Error('not allowed');
    this.focused += 1;
  }
}

const notifications = () =>
  shown.map(({ title, options }) => ({
    title,
    data: options.data as { id: string; url: string },
    close() {
      shown = shown.filter((one) => one.options !== options);
    },
  }));

const address = (request: Request | string) =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).href;

function openCache(name: string) {
  const kept = caches.get(name) ?? new Map<string, Response>();
  caches.set(name, kept);
  return {
    match: async (request: Request | string) => kept.get(address(request)),
    put: async (request: Request | string, response: Response) => {
      kept.set(address(request), response);
    },
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
    delete: async (request: Request | string) => kept.delete(address(request)),
  };
}

beforeAll(async () => {
  const scope = {
    __WB_MANIFEST: [],
    location: new URL(`${ORIGIN}/sw.js`),
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    navigator: { setAppBadge: async () => undefined },
    clients: {
      matchAll: async () => windows,
      openWindow: async (url: string) => opened.push(url),
    },
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) => {
        shown = [...shown.filter((one) => one.options.tag !== options.tag), { title, options }];
      },
      getNotifications: async () => notifications(),
      pushManager: {
        getSubscription: async () => null,
        subscribe: async (options: unknown) => subscribed.push(options),
      },
    },
  };
  Object.assign(globalThis, {
    self: scope,
    caches: { open: async (name: string) => openCache(name) },
  });
  await import('#web/sw.ts');
});

beforeEach(() => {
  shown = [];
  windows = [];
  opened = [];
  subscribed = [];
  caches = new Map();
});

/** Dispatches an event and resolves when the work given to `waitUntil` is done. */
async function dispatch(type: string, event: Record<string, unknown>): Promise<void> {
  let work: Promise<unknown> | undefined;
  listeners.get(type)?.({
    ...event,
    waitUntil: (promise: Promise<unknown>) => {
      work = promise;
    },
  });
  // A browser may stop a worker that does not call `waitUntil` before the notification is shown.
  if (!work) throw new Error(`${type} was not waited for`);
  await work;
}

const MESSAGE = {
  id: 'message-1',
  title: 'A paid letter is waiting',
  body: 'You have 10 days to answer it.',
  url: '/inbox-viewer/1',
  tag: 'conversation:1',
};

const push = (text: string | null) =>
  dispatch('push', { data: text === null ? null : { json: () => JSON.parse(text) } });
const pushMessage = (message: object = MESSAGE) => push(JSON.stringify(message));
const tap = (url: unknown) =>
  dispatch('notificationclick', { notification: { data: { url }, close: () => undefined } });

describe('a push message', () => {
  test('shows its text with a sound and replaces an older one of its conversation', async () => {
    await pushMessage();
    await pushMessage({ ...MESSAGE, id: 'message-2', title: 'Two messages' });
    expect(shown).toEqual([
      {
        title: 'Two messages',
        options: expect.objectContaining({
          body: MESSAGE.body,
          tag: MESSAGE.tag,
          renotify: true,
          data: { id: 'message-2', url: MESSAGE.url },
        }),
      },
    ]);
  });

  test('is passed to every open window, so that the app updates', async () => {
    windows = [new Window(`${ORIGIN}/dashboard`), new Window(`${ORIGIN}/chat`, 'hidden')];
    await pushMessage();
    for (const window of windows) expect(window.heard).toEqual([{ type: 'arrived' }]);
  });

  test('about the visible screen is shown silently and closed at once', async () => {
    windows = [new Window(`${ORIGIN}${MESSAGE.url}`)];
    await pushMessage();
    expect(shown).toEqual([]);
  });

  test('about a screen in a hidden window is shown with a sound', async () => {
    windows = [new Window(`${ORIGIN}${MESSAGE.url}`, 'hidden')];
    await pushMessage();
    expect(shown[0]?.options).toMatchObject({ renotify: true });
  });

  test('is closed at once if it was shown before, even after fifty others', async () => {
    await pushMessage();
    shown = [];
    for (let nth = 0; nth < 48; nth += 1) await pushMessage({ ...MESSAGE, id: `other-${nth}` });
    shown = [];
    await pushMessage();
    expect(shown).toEqual([]);
  });

  test.each([
    ['no data', null],
    ['text that is not JSON', 'what?'],
  ])('with %s shows a general notification, because browsers require one', async (_what, text) => {
    await push(text);
    expect(shown).toMatchObject([
      {
        title: 'ReplyPaid',
        options: { body: 'You have a new notification.', data: { url: '/dashboard' } },
      },
    ]);
  });

  test('with an unreadable payload is shown each time', async () => {
    await push('what?');
    await push('what?');
    expect(shown).toHaveLength(1);
    expect(shown[0]?.options).toMatchObject({ renotify: true });
  });
});

describe('a tap on a notification', () => {
  test('opens its screen in the open window and focuses it', async () => {
    const window = new Window(`${ORIGIN}/dashboard`);
    windows = [window];
    await tap('/inbox-viewer/1');
    expect(window.heard).toEqual([{ type: 'open', url: '/inbox-viewer/1' }]);
    expect(window.focused).toBe(1);
    expect(opened).toEqual([]);
  });

  test('prefers a window that already shows its screen', async () => {
    const [other, right] = [new Window(`${ORIGIN}/chat`), new Window(`${ORIGIN}/inbox-viewer/1`)];
    windows = [other, right];
    await tap('/inbox-viewer/1');
    expect(other.heard).toEqual([]);
    expect(right.focused).toBe(1);
  });

  test('opens its screen even if the browser does not allow focusing the window', async () => {
    const window = new Window(`${ORIGIN}/dashboard`, 'hidden', false);
    windows = [window];
    await tap('/inbox-viewer/1');
    expect(window.heard).toEqual([{ type: 'open', url: '/inbox-viewer/1' }]);
  });

  test('opens a new window if none is open', async () => {
    await tap('/inbox-viewer/1');
    expect(opened).toEqual(['/inbox-viewer/1']);
  });

  test.each([
    ['an address elsewhere', 'https://elsewhere.example/inbox'],
    ['no address', undefined],
  ])('with %s opens the dashboard', async (_what, url) => {
    await tap(url);
    expect(opened).toEqual(['/dashboard']);
  });
});

test('a revoked push subscription is created again with the same key, and the app is informed', async () => {
  const applicationServerKey = new Uint8Array([4, 1, 2]).buffer;
  const window = new Window(`${ORIGIN}/dashboard`);
  windows = [window];
  await dispatch('pushsubscriptionchange', {
    oldSubscription: { options: { applicationServerKey } },
  });
  expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey }]);
  expect(window.heard).toEqual([{ type: 'subscriptionChanged' }]);
});
