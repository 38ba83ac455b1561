import { connect, type Socket } from 'node:net';
import { untilAnswered } from './until-answered.ts';
import type { Transport } from './web-driver.ts';

/*
 * Marionette, the protocol in which Firefox is driven: JSON arrays over TCP, each after its length and a colon.
 * https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */

type Waiting = { resolve: (value: unknown) => void; reject: (fault: Error) => void };

/** Connects to a Firefox that listens on a port, and starts a session. `stop` ends the browser. */
export async function marionette(port: number, stop: () => Promise<void>): Promise<Transport> {
  const socket = await connected(port);
  const waiting = new Map<number, Waiting>();
  let last = 0;
  readMessages(socket, ([, id, fault, value]) => {
    const waits = waiting.get(id);
    waiting.delete(id);
    if (fault) waits?.reject(new Error(`${fault.error}: ${fault.message}`));
    else waits?.resolve(value);
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'));
  });
  const call = (name: string, given: object = {}) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      const text = JSON.stringify([0, last, name, given]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  await call('WebDriver:NewSession', { pageLoadStrategy: 'eager' });
  return {
    send: async (command, given) => {
      const reply = await call(`WebDriver:${command}`, given);
      return isWrapped(reply) ? reply.value : reply;
    },
    frame: (id) => ({ element: id ?? null }),
    stop: async () => {
      socket.destroy();
      await stop();
    },
  };
}

const isWrapped = (reply: unknown): reply is { value: unknown } =>
  typeof reply === 'object' && reply !== null && 'value' in reply;

/** Connects as soon as Firefox listens. */
const connected = (port: number): Promise<Socket> =>
  untilAnswered(
    () =>
      new Promise<Socket>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject);
      }),
  );

type Answer = [
  type: number,
  id: number,
  fault: { error: string; message: string } | null,
  value: unknown,
];

/** Calls back with each answer. The greeting of Firefox, which is an object, is left out. */
function readMessages(socket: Socket, answered: (answer: Answer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (data) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const colon = rest.indexOf(':');
      const end = colon + 1 + Number(rest.subarray(0, Math.max(colon, 0)));
      if (colon === -1 || rest.length < end) return;
      const message = JSON.parse(rest.subarray(colon + 1, end).toString());
      rest = rest.subarray(end);
      if (Array.isArray(message)) answered(message as Answer);
    }
  });
}
