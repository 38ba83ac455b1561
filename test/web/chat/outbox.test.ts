import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { toIso } from '#shared/time.ts';
import { decodeForm } from '#shared/wire.ts';
import { OUTBOX_KEY } from '#web/api/outbox-key.ts';
import { storeSession } from '#web/api/session.ts';
import type { Outgoing } from '#web/features/chat/outbox.ts';
import { pendingToShow } from '#web/features/chat/pages/viewer/pending-messages.ts';
import { message } from '../../support/chat-fixtures.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';
import { settled as unchanged } from '../settled.ts';
import { accessToken, refreshed } from '../tokens.ts';

/*
 * Unsent chat messages against a scripted server that records the requests, their order and their keys. Each test
 * loads the module again, as after a reload.
 */

const CHAT = '01J0000000000000000000000C';
const OTHER_CHAT = '01J0000000000000000000000D';
const BEN = '01J0000000000000000000000B';

type Asked = { readonly text: string; readonly key: string | null; readonly chatId: string };
type Server = (asked: Asked) => Promise<Response> | Response;

let asked: Asked[];
let server: Server;
let online: boolean;
/** Whether the browser claims to be offline although requests arrive. */
let claimsWrongly: boolean;
let signedIn: string;
const before = { fetch: globalThis.fetch, navigator: globalThis.navigator };

const kept = (): Outgoing[] => JSON.parse(localStorage.getItem(OUTBOX_KEY) ?? '[]');
const texts = (messages: readonly { html: string }[]) => messages.map(({ html }) => html);

const accepts: Server = ({ text }) =>
  Response.json({
    status: 'SUCCESS',
    data: [
      {
        ...message(asked.length, { content: text, userId: BEN }),
        dateTimeSent: toIso(message(1).dateTimeSent),
      },
    ],
  });
const refuses = (status: string, http: number) => () =>
  Response.json({ status, message: `No: ${status}` }, { status: http });
const isGone: Server = () => Promise.reject(new TypeError('Failed to fetch'));

async function openApp() {
  let app: typeof import('#web/features/chat/outbox.ts') | undefined;
  await jest.isolateModulesAsync(async () => {
    app = await import('#web/features/chat/outbox.ts');
  });
  if (!app) throw new Error('the outbox did not load');
  return app;
}

/** Resolves when no request is running. */
const settled = () => unchanged(() => `${asked.length} ${localStorage.getItem(OUTBOX_KEY)}`);

beforeAll(() => {
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: {
      get onLine() {
        return online;
      },
    },
  });
  globalThis.fetch = async (address, init) => {
    if (!online && !claimsWrongly) throw new TypeError('Failed to fetch');
    if (address === '/refreshToken') return refreshed(signedIn);
    // Late requests of other test files in the same worker are not counted.
    if (!String(address).includes('createChatMessage')) throw new TypeError('Failed to fetch');
    const headers = new Headers(init?.headers);
    const form = decodeForm(String(init?.body));
    const one = {
      text: String(form.messageText),
      chatId: String(form.chatId),
      key: headers.get('idempotency-key'),
    };
    asked.push(one);
    return server(one);
  };
});

afterAll(() => {
  globalThis.fetch = before.fetch;
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: before.navigator });
});

beforeEach(() => {
  emptyBrowserStorage();
  // A new window, without the listeners of earlier pages.
  Object.assign(globalThis, { window: new EventTarget() });
  signInAs(BEN);
  asked = [];
  online = true;
  claimsWrongly = false;
  server = accepts;
});

function signInAs(userId: string): void {
  signedIn = userId;
  storeSession({ accessToken: accessToken(), userId, fullName: 'Ben Okafor', avatarUrl: null });
}

describe('an unsent message', () => {
  test('is stored before it is sent and removed once the server has it', async () => {
    const app = await openApp();
    app.sendChatMessage(CHAT, BEN, '<p>One</p>');
    expect(texts(kept())).toEqual(['<p>One</p>']);
    await settled();
    expect(asked.map(({ text }) => text)).toEqual(['<p>One</p>']);
    expect(kept()).toEqual([]);
  });

  test('is sent again with the same key, so that it arrives once', async () => {
    const app = await openApp();
    server = isGone;
    app.sendChatMessage(CHAT, BEN, '<p>One</p>');
    await settled();
    const [failed] = kept();
    expect(failed).toMatchObject({ state: 'failed', tried: true });
    server = accepts;
    if (failed) app.retryMessage(failed);
    await settled();
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
    expect(asked[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(kept()).toEqual([]);
  });

  test('whose response was lost asks once by its key whether it has arrived', async () => {
    const app = await openApp();
    server = (one) => {
      server = accepts;
      return isGone(one);
    };
    app.sendChatMessage(CHAT, BEN, '<p>One</p>');
    await settled();
    expect(asked).toHaveLength(2);
    expect(asked[1]?.key).toBe(asked[0]?.key);
    expect(kept()).toEqual([]);
  });

  test('is sent by the next page, with the same key, if its page was closed', async () => {
    const app = await openApp();
    server = () => new Promise(() => undefined);
    app.sendChatMessage(CHAT, BEN, '<p>One</p>');
    await settled();
    server = accepts;
    await (await openApp()).sendOutbox();
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
    expect(asked).toHaveLength(2);
    expect(kept()).toEqual([]);
  });

  test('is retried by the next page if the request was lost, and not if the server refused it', async () => {
    const app = await openApp();
    server = isGone;
    app.sendChatMessage(CHAT, BEN, 'One');
    await settled();
    server = refuses('FORBIDDEN', 403);
    app.sendChatMessage(OTHER_CHAT, BEN, 'Two');
    await settled();
    server = accepts;
    await (await openApp()).sendOutbox();
    // The lost request was repeated once, and the next page sends it a third time.
    expect(asked.map(({ text }) => text)).toEqual(['One', 'One', 'Two', 'One']);
    expect(texts(kept())).toEqual(['Two']);
  });

  test.each<readonly [string, number, 'waiting' | 'failed', number]>([
    // With an ended session nothing is wrong with the message: it is sent after the next sign-in.
    ['UNAUTHENTICATED', 401, 'waiting', 1],
    ['UNAVAILABLE', 503, 'failed', 1],
    ['INTERNAL', 500, 'failed', 1],
    ['TOO_MANY_REQUESTS', 429, 'failed', 1],
    ['INVALID_INPUT', 400, 'failed', 0],
    ['FORBIDDEN', 403, 'failed', 0],
    ['WRONG_STATUS', 409, 'failed', 0],
    ['NOT_FOUND', 404, 'failed', 0],
  ])('that the server answers with %s (%i) is %s, and the next page sends %i', async (...row) => {
    const [status, http, state, sent] = row;
    server = refuses(status, http);
    (await openApp()).sendChatMessage(CHAT, BEN, 'One');
    await settled();
    expect(kept()).toMatchObject([{ state, tried: true }]);
    signInAs(BEN);
    asked = [];
    server = accepts;
    await (await openApp()).sendOutbox();
    expect(asked).toHaveLength(sent);
    expect(kept()).toHaveLength(1 - sent);
  });

  test('shows why it failed and can be discarded', async () => {
    const app = await openApp();
    server = refuses('FORBIDDEN', 403);
    app.sendChatMessage(CHAT, BEN, '<p>One</p>');
    await settled();
    const [failed] = kept();
    expect(failed?.sentence).toBe('No: FORBIDDEN');
    if (failed) app.discardMessage(failed);
    expect(kept()).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  test('is not sent if it belongs to another user of this browser', async () => {
    const app = await openApp();
    online = false;
    app.sendChatMessage(CHAT, BEN, '<p>One</p>');
    await settled();
    signInAs('01J0000000000000000000000A');
    online = true;
    await app.sendOutbox();
    expect(asked).toEqual([]);
  });
});

describe('several unsent messages', () => {
  test('are sent one after the other, in order', async () => {
    const app = await openApp();
    let answerFirst: () => void = () => undefined;
    server = (one) =>
      new Promise((resolve) => {
        answerFirst = () => resolve(accepts(one));
      });
    for (const word of ['One', 'Two', 'Three']) app.sendChatMessage(CHAT, BEN, word);
    await settled();
    expect(asked.map(({ text }) => text)).toEqual(['One']);
    server = accepts;
    answerFirst();
    await settled();
    expect(asked.map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
  });

  test('wait while the first one fails, and are sent after it', async () => {
    const app = await openApp();
    server = refuses('INTERNAL', 500);
    app.sendChatMessage(CHAT, BEN, 'One');
    await settled();
    server = accepts;
    app.sendChatMessage(CHAT, BEN, 'Two');
    await settled();
    expect(asked.map(({ text }) => text)).toEqual(['One', 'One']);
    expect(kept().map(({ state }) => state)).toEqual(['failed', 'waiting']);
    const [failed] = kept();
    if (failed) app.retryMessage(failed);
    await settled();
    expect(asked.map(({ text }) => text)).toEqual(['One', 'One', 'One', 'Two']);
  });

  test('in one chat do not block messages in another chat', async () => {
    const app = await openApp();
    server = ({ chatId, ...rest }) =>
      chatId === CHAT ? refuses('INTERNAL', 500)() : accepts({ chatId, ...rest });
    app.sendChatMessage(CHAT, BEN, 'One');
    app.sendChatMessage(OTHER_CHAT, BEN, 'Two');
    await settled();
    expect(texts(kept())).toEqual(['One']);
  });
});

describe('while offline', () => {
  test('messages wait without an error, and are sent in order once online', async () => {
    const app = await openApp();
    online = false;
    app.sendChatMessage(CHAT, BEN, 'One');
    app.sendChatMessage(CHAT, BEN, 'Two');
    await settled();
    expect(asked).toEqual([]);
    expect(kept().map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    online = true;
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(asked.map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(kept()).toEqual([]);
  });

  test('messages are sent if requests arrive although the browser claims to be offline', async () => {
    const app = await openApp();
    online = false;
    claimsWrongly = true;
    app.sendChatMessage(CHAT, BEN, 'One');
    app.sendChatMessage(CHAT, BEN, 'Two');
    await settled();
    expect(asked.map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(kept()).toEqual([]);
  });

  test('a message that the server refuses there is not kept waiting', async () => {
    const app = await openApp();
    online = false;
    claimsWrongly = true;
    server = async () =>
      Response.json({ status: 'INVALID_INPUT', message: 'Too long' }, { status: 400 });
    app.sendChatMessage(CHAT, BEN, 'One');
    await settled();
    expect(kept()).toMatchObject([{ state: 'failed', sentence: 'Too long' }]);
  });

  test('a message whose request fails while the device goes offline waits too', async () => {
    const app = await openApp();
    server = () => {
      online = false;
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    app.sendChatMessage(CHAT, BEN, 'One');
    await settled();
    expect(kept()[0]?.state).toBe('waiting');
  });
});

describe('a sent message whose response has not arrived', () => {
  const sent = (changes: Partial<Outgoing> = {}): Outgoing => ({
    localId: 'one',
    chatId: CHAT,
    writerId: BEN,
    html: '<p>Yes.</p>',
    at: message(1).dateTimeSent,
    state: 'waiting',
    tried: true,
    ...changes,
  });
  const came = message(1, { userId: BEN, content: '<p>Yes.</p>' });

  test('is removed from the unsent messages when polling finds it first', () => {
    expect(pendingToShow([sent()], [came])).toEqual([]);
  });

  test.each([
    ['another that says the same', [sent(), sent({ localId: 'two' })], ['two']],
    ['one that wasn’t sent yet', [sent({ tried: false })], ['one']],
    ['one that failed', [sent({ state: 'failed' })], ['one']],
    ['one that says something else', [sent({ html: '<p>No.</p>' })], ['one']],
    ['one that was written later', [sent({ at: came.dateTimeSent + 60_000 })], ['one']],
  ])('does not hide %s', (_, outbox, shown) => {
    expect(pendingToShow(outbox, [came]).map(({ localId }) => localId)).toEqual(shown);
  });
});
