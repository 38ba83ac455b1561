import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Rejection, TransientFaults } from '../../simulation/transient-faults.ts';

/** A DynamoDB engine with transient faults. */
export type FaultyEngine = {
  readonly url: string;
  /** How often each fault occurred. */
  readonly counts: Readonly<Record<string, number>>;
  stop(): Promise<void>;
};

/**
 * Starts an engine that passes requests on to another one, after the faults that come before their success. The requests must be
 * made one after the other. The response of a transaction that its first try performed is lost.
 */
export async function startFaultyEngine(
  to: string,
  faults: TransientFaults,
): Promise<FaultyEngine> {
  const counts: Record<string, number> = {};
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  /** The errors that the tries of the current request get; undefined before its first try. */
  let rejections: Rejection[] | undefined;
  /** The response of each transaction, by its token: DynamoDB performs one that comes again only once. */
  const performed = new Map<string, Response>();

  async function respondTo(request: IncomingMessage): Promise<Response> {
    const command = commandOf(request);
    const input = JSON.parse(await bodyOf(request));
    const before = performed.get(input.ClientRequestToken);
    if (before) return before;
    const isFirstTry = rejections === undefined;
    rejections ??= faults.rejectionsOf(command);
    const rejection = rejections.shift();
    if (rejection) {
      count('rejected');
      return rejection;
    }
    rejections = undefined;
    const part = faults.partOf(command, input);
    const response = await pass(request, part.input);
    if (command === 'TransactWrite' && response.status === 200) {
      performed.set(input.ClientRequestToken, response);
      if (isFirstTry) {
        count('response lost');
        return { status: 500, body: '' };
      }
    }
    const output = JSON.parse(response.body.toString());
    if (part.respond) count('keys left over');
    if ('LastEvaluatedKey' in output) count('more pages');
    return { ...response, body: JSON.stringify(part.respond?.(output) ?? output) };
  }

  async function pass({ headers }: IncomingMessage, input: object): Promise<Response> {
    const passed = Object.entries(headers).filter(([name]) => PASSED_ON.test(name));
    const sent = { method: 'POST', headers: passed as [string, string][] };
    const response = await fetch(to, { ...sent, body: JSON.stringify(input) });
    return { status: response.status, body: await response.text() };
  }

  const server = createServer((request, response) => {
    respondTo(request).then(
      ({ status, body }) => response.writeHead(status).end(body),
      (fault: Error) => response.destroy(fault),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Response = { readonly status: number; readonly body: string | Buffer };

const PASSED_ON = /^(content-type|authorization|x-amz-.*)$/;

/** `Put`, of the header `DynamoDB_20120810.PutItem`. */
const commandOf = ({ headers }: IncomingMessage): string =>
  String(headers['x-amz-target'])
    .replace(/^.*\./, '')
    .replace(/Items?$/, '');

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
