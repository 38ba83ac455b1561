import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { periodEndOf } from '#shared/live.ts';
import { instant } from '#shared/time.ts';
import { updateServerTime } from '#web/api/clock.ts';
import { Link } from '#web/features/live/link.ts';

/* The connection and its tokens, with sockets that a test answers. */

const USER = '01J0000000000000000000000A';

class TestSocket {
  static readonly OPEN = 1;
  static all: TestSocket[] = [];
  #accepts = false;
  readyState = 1;
  onopen = () => {};
  onclose = () => {};
  onerror = () => {};
  onmessage = (_: { data: string }) => {};
  sent: { type: string; id?: string; authorization?: { Authorization: string } }[] = [];
  constructor(
    readonly url: string,
    readonly protocols: readonly string[],
  ) {
    TestSocket.all.push(this);
  }
  send(text: string): void {
    const message = JSON.parse(text);
    this.sent.push(message);
    if (this.#accepts && message.type === 'subscribe')
      this.receive({ type: 'subscribe_success', id: message.id });
  }
  close(): void {
    this.readyState = 3;
  }
  receive(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  /** Answers like the server from now on. */
  async accept(): Promise<void> {
    this.#accepts = true;
    this.onopen();
    this.receive({ type: 'connection_ack', connectionTimeoutMs: 300_000 });
    await settle();
  }
  get token(): string {
    const header = this.protocols[1]?.slice('header-'.length) ?? '';
    return JSON.parse(Buffer.from(header, 'base64url').toString()).Authorization;
  }
}

const before = globalThis.WebSocket;
let refused: (string | undefined)[];
let ups: boolean[];
let events: string[];
let link: Link;

const settle = () => jest.advanceTimersByTimeAsync(0);
const latest = () => TestSocket.all.at(-1) as TestSocket;

beforeEach(() => {
  // The beginning of a period, so that no renewal comes between.
  jest.useFakeTimers({ now: periodEndOf(USER, instant(0)) });
  // The server's time is counted from here, and not from when this file was loaded.
  updateServerTime(new Date().toUTCString());
  jest.spyOn(Math, 'random').mockReturnValue(1);
  Object.assign(globalThis, { WebSocket: TestSocket });
  TestSocket.all = [];
  [refused, ups, events] = [[], [], []];
  link = new Link({
    userId: USER,
    address: { url: '/event/realtime', host: 'localhost' },
    tokenUntil: async (_, old) => {
      refused.push(old);
      return old === undefined ? 'token' : 'next token';
    },
    onEvent: (text) => events.push(text),
    onUp: (isUp) => ups.push(isUp),
  });
  link.tell('wanted');
});
afterEach(() => {
  link.tell('unwanted');
  Object.assign(globalThis, { WebSocket: before });
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('a connection names its token in the subprotocol, is up when it is subscribed, and passes events on', async () => {
  await settle();
  expect(latest().url).toBe('wss://app.example/event/realtime');
  expect(latest().protocols[0]).toBe('aws-appsync-event-ws');
  expect(latest().token).toBe('token');
  await latest().accept();
  expect(ups).toEqual([true]);
  latest().receive({ type: 'data', id: '1', event: 'hint' });
  latest().receive({ type: 'data', id: '1', event: ['one', 'other'] });
  expect(events).toEqual(['hint', 'one', 'other']);
});

test('a token whose handshake failed is replaced once, until the server accepts one', async () => {
  await settle();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    latest().onclose();
    await jest.advanceTimersByTimeAsync(1_000 * 2 ** attempt);
  }
  expect(refused).toEqual([undefined, 'token', 'token', 'token']);
  expect(latest().token).toBe('next token');
  await latest().accept();
  latest().onclose();
  await jest.advanceTimersByTimeAsync(8_000);
  expect(refused.at(-1)).toBeUndefined();
});

test('a connection without a sign of life for the time that the server named is replaced', async () => {
  await settle();
  await latest().accept();
  await jest.advanceTimersByTimeAsync(100_000);
  latest().receive({ type: 'ka' });
  await jest.advanceTimersByTimeAsync(299_000);
  expect(ups).toEqual([true]);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(ups).toEqual([true, false]);
});

test('a connection that the server refuses after the handshake is replaced within a second, with another token', async () => {
  await settle();
  latest().onopen();
  latest().receive({ type: 'connection_error', errors: [{ errorType: 'UnauthorizedException' }] });
  await jest.advanceTimersByTimeAsync(1_000);
  expect(TestSocket.all).toHaveLength(2);
  expect(refused).toEqual([undefined, 'token']);
});

test('an event that the server could not deliver leaves the connection up', async () => {
  await settle();
  await latest().accept();
  latest().receive({ type: 'broadcast_error', id: '1', errors: [{ errorType: 'Any' }] });
  await settle();
  expect(ups).toEqual([true]);
  expect(TestSocket.all).toHaveLength(1);
});

test('a refused subscription ends the connection, and it is opened again', async () => {
  await settle();
  latest().onopen();
  latest().receive({ type: 'connection_ack', connectionTimeoutMs: 300_000 });
  await settle();
  latest().receive({ type: 'subscribe_error', id: '1', errors: [] });
  await jest.advanceTimersByTimeAsync(1_000);
  expect(TestSocket.all).toHaveLength(2);
  expect(ups).toEqual([]);
});

test('a connection that is not wanted any more is closed and not opened again', async () => {
  await settle();
  await latest().accept();
  link.tell('unwanted');
  await jest.advanceTimersByTimeAsync(120_000);
  expect(latest().readyState).toBe(3);
  expect([ups, TestSocket.all.length]).toEqual([[true, false], 1]);
});
