import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { decodeForm } from '#shared/wire.ts';
import { OUTBOX_KEY } from '#web/api/outbox-key.ts';
import { storeSession } from '#web/api/session.ts';
import type { PendingReply } from '#web/features/conversations/thread/pending-replies.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';
import { settled } from '../settled.ts';
import { accessToken, refreshed } from '../tokens.ts';

/*
 * Pending free replies against a scripted server that recognizes idempotency keys and loses responses. `openApp`
 * loads the module again, as after a reload.
 */

const BEN = '01J0000000000000000000000B';
const ORDER = '01J0000000000000000000000C';
const reply = { conversationId: ORDER, writerId: BEN, side: 'sender', body: 'Thank you.' } as const;

/** The text of each message that arrived, by its key. */
let arrived: Map<string, string>;
let asked: { path: string; key: string }[];
/** The outcomes of the next requests; all later requests succeed. */
let ways: ('lose request' | 'lose answer' | 'refuse' | 'never answer')[];
let signedIn: string;
const originalFetch = globalThis.fetch;
const originalNavigator = globalThis.navigator;

const kept = (): PendingReply[] => JSON.parse(localStorage.getItem(OUTBOX_KEY) ?? '[]');

async function openApp() {
  let app: typeof import('#web/features/conversations/thread/pending-replies.ts') | undefined;
  await jest.isolateModulesAsync(async () => {
    app = await import('#web/features/conversations/thread/pending-replies.ts');
  });
  if (!app) throw new Error('the replies did not load');
  return app;
}

const message = (id: string, body: string) => ({
  id,
  kind: 'REPLY',
  senderId: BEN,
  senderName: 'Ben Okafor',
  senderAvatar: null,
  body,
  dateTimeSent: '2026-09-03T12:00:00.000Z',
  messageRead: false,
  dateTimeRead: null,
});

function define(navigator: unknown): void {
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: navigator });
}

beforeAll(() => {
  define({});
  globalThis.fetch = async (address, init) => {
    const path = String(address);
    if (path === '/refreshToken') return refreshed(signedIn);
    // Late requests of other test files in the same worker are not counted.
    if (!/create(Order|Inbox)Message/.test(path)) throw new TypeError('Failed to fetch');
    const key = new Headers(init?.headers).get('idempotency-key') ?? '';
    const { messageBody } = decodeForm(String(init?.body));
    asked.push({ path, key });
    const way = ways.shift();
    if (way === 'lose request') throw new TypeError('Failed to fetch');
    if (way === 'refuse')
      return Response.json({ status: 'WRONG_STATUS', message: 'It is closed.' }, { status: 409 });
    arrived.set(key, String(messageBody));
    if (way === 'lose answer') throw new TypeError('Failed to fetch');
    if (way === 'never answer') return new Promise<never>(() => undefined);
    return Response.json({ status: 'SUCCESS', data: [message(key, String(messageBody))] });
  };
});

afterAll(() => {
  globalThis.fetch = originalFetch;
  define(originalNavigator);
});

beforeEach(() => {
  emptyBrowserStorage();
  Object.assign(globalThis, { window: new EventTarget() });
  signInAs(BEN);
  arrived = new Map();
  asked = [];
  ways = [];
});

function signInAs(userId: string): void {
  signedIn = userId;
  storeSession({ accessToken: accessToken(), userId, fullName: 'Ben Okafor', avatarUrl: null });
}

describe('a pending free reply', () => {
  test('is removed once the server has it', async () => {
    await (await openApp()).sendReply(reply);
    expect([...arrived.values()]).toEqual(['Thank you.']);
    expect(kept()).toEqual([]);
  });

  test('is shown as not confirmed, and not as unsent, if its request or response was lost', async () => {
    ways = ['lose answer', 'lose request'];
    await (await openApp()).sendReply(reply);
    expect(kept()).toMatchObject([{ state: 'failed', unconfirmed: true }]);
  });

  test('is shown as unsent if the server refused it, and is not retried when the app opens', async () => {
    ways = ['refuse'];
    await (await openApp()).sendReply(reply);
    expect(kept()).toMatchObject([
      { state: 'failed', unconfirmed: false, sentence: 'It is closed.' },
    ]);
    await (await openApp()).resumeReplies();
    expect(asked).toHaveLength(1);
  });

  test('is asked for by its key if its response was lost, and is no longer pending', async () => {
    ways = ['lose answer'];
    await (await openApp()).sendReply(reply);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
    expect(arrived.size).toBe(1);
    expect(kept()).toEqual([]);
  });

  test('arrives once, with the same key, if it is retried', async () => {
    ways = ['lose answer', 'lose answer'];
    const app = await openApp();
    await app.sendReply(reply);
    const [failed] = kept();
    if (failed) await app.retryReply(failed);
    expect(asked.map(({ key }) => key)).toEqual(Array(3).fill(failed?.localId));
    expect(arrived.size).toBe(1);
    expect(kept()).toEqual([]);
  });
});

describe('when the app opens again', () => {
  test.each(['lose request', 'lose answer', 'never answer'] as const)(
    'a reply after the failure "%s" arrives once and is no longer pending',
    async (way) => {
      // A lost request is sent once more by the same page.
      ways = way === 'never answer' ? [way] : [way, way];
      const sending = (await openApp()).sendReply(reply);
      if (way !== 'never answer') await sending;
      const [{ localId } = { localId: '' }] = kept();
      await (await openApp()).resumeReplies();
      expect(new Set(asked.map(({ key }) => key))).toEqual(new Set([localId]));
      expect([...arrived]).toEqual([[localId, 'Thank you.']]);
      expect(kept()).toEqual([]);
    },
  );

  test('a reply of the recipient is sent with the recipient’s operation', async () => {
    ways = ['lose request', 'lose request'];
    await (await openApp()).sendReply({ ...reply, side: 'recipient' });
    await (await openApp()).resumeReplies();
    expect(asked.map(({ path }) => path)).toEqual(Array(3).fill('/api/createInboxMessage'));
  });

  test('a reply of another user of this browser is not sent', async () => {
    ways = ['lose request', 'lose request'];
    await (await openApp()).sendReply(reply);
    signInAs('01J0000000000000000000000A');
    await (await openApp()).resumeReplies();
    expect(asked).toHaveLength(2);
    expect(kept()).toHaveLength(1);
  });

  test('a reply that fails again stays unconfirmed', async () => {
    ways = ['lose answer', 'lose request', 'lose request', 'lose request'];
    await (await openApp()).sendReply(reply);
    await (await openApp()).resumeReplies();
    expect(kept()).toMatchObject([{ state: 'failed', unconfirmed: true }]);
  });

  test('a reply whose key has expired on the server is not retried automatically', async () => {
    ways = ['lose answer', 'lose answer'];
    await (await openApp()).sendReply(reply);
    const aged = kept().map((one) => ({ ...one, at: one.at - 30 * 86_400_000 }));
    localStorage.setItem(OUTBOX_KEY, JSON.stringify(aged));
    await (await openApp()).resumeReplies();
    expect(asked).toHaveLength(2);
    expect(kept()).toHaveLength(1);
  });
});

test('a reply is retried as soon as the device is online', async () => {
  ways = ['lose request', 'lose request'];
  await (await openApp()).sendReply(reply);
  window.dispatchEvent(new Event('online'));
  await settled(() => `${asked.length} ${localStorage.getItem(OUTBOX_KEY)}`);
  expect([...arrived.values()]).toEqual(['Thank you.']);
  expect(kept()).toEqual([]);
});
