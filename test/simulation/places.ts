import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SNSClient } from '@aws-sdk/client-sns';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { documents } from '../../functions/storage/table.ts';
import { readFact } from '../../shared/domain-events.ts';
import { SECRETS } from './environment.ts';
import { holdGranted } from './granted.ts';
import type { Doing, Effect, Fate, Processes } from './processes.ts';
import type { Asked } from './provider.ts';
import type { World } from './world.ts';

/*
 * Where processes meet what is outside of them, each at the boundary of its own client library: the table, the card
 * provider, the bus, the phone. Every request there is an effect that waits at its gate.
 */

/** The address of the card provider, which no request ever leaves this process for. */
const PROVIDER = 'http://stripe-';

type AnswerTable = (command: string, input: object) => object;

/** Once a process. `world`: the one of the history that runs now. `answer`: a table that needs no client. */
export function takeOverPlaces(
  processes: Processes,
  world: () => World,
  answer: AnswerTable | undefined,
): void {
  if (answer) replaceTable(processes, world, answer);
  else watchTable(processes, world);
  answerAsProvider(processes, world);
  answerAsAws(processes, world);
}

const COMMANDS = [
  ['Get', GetCommand],
  ['BatchGet', BatchGetCommand],
  ['Query', QueryCommand],
  ['Put', PutCommand],
  ['Update', UpdateCommand],
  ['Delete', DeleteCommand],
  ['TransactWrite', TransactWriteCommand],
] as const;
const SERVICE_NAMES: Readonly<Record<string, string>> = {
  ...{ Get: 'GetItem', BatchGet: 'BatchGetItem', Query: 'Query', Put: 'PutItem' },
  ...{ Update: 'UpdateItem', Delete: 'DeleteItem', TransactWrite: 'TransactWriteItems' },
};

/** The client's own work on a request costs more than all else, so here the table is asked in its place. */
function replaceTable(processes: Processes, world: () => World, answer: AnswerTable): void {
  const send = (sent: { readonly input: object }) => {
    const [command = ''] = COMMANDS.find(([, Kind]) => sent instanceof Kind) ?? [];
    const ask = async () => answer(`${SERVICE_NAMES[command]}Command`, sent.input);
    return reachTable(processes, world, command, sent.input, ask);
  };
  Object.assign(documents, { send });
}

/** The client does its work; every request of it stops at its gate first. */
function watchTable(processes: Processes, world: () => World): void {
  documents.middlewareStack.add(
    (next, context) => (args) => {
      const command = String(context.commandName).replace(/(Item|Items)?Command$/, '');
      const asked = reachTable(processes, world, command, args.input, () => next(args));
      return asked as ReturnType<typeof next>;
    },
    { step: 'initialize', priority: 'high', name: 'simulation', override: true },
  );
}

const isWrite = (command: string) => /^(Put|Update|Delete|TransactWrite)/.test(command);

function reachTable(
  processes: Processes,
  world: () => World,
  command: string,
  input: unknown,
  ask: () => Promise<unknown>,
): Promise<unknown> {
  holdGranted(processes.running, SERVICE_NAMES[command] ?? command, input as object);
  const writes = isWrite(command);
  const effect: Effect = {
    place: 'table',
    writes,
    says: writes ? `${command} ${keysIn(input)}` : command,
  };
  const perform = async () => {
    const answer = await ask();
    if (writes) {
      world().witness.saw(command, input);
      world().deals.saw(command, input);
      world().drafts.saw(command, input);
    }
    return answer;
  };
  return processes.reach(effect, (fate) => atTable(fate, command, perform));
}

/** A transaction has a token of its own, so that the library's second try of it is the first one. */
async function atTable(fate: Fate, command: string, perform: () => Promise<unknown>) {
  if (fate === 'fail' || fate === 'refused' || fate === 'broken')
    throw named('InternalServerError', 'the table did not answer');
  const first = await perform();
  if (fate === 'repeat' && command !== 'TransactWrite') return perform();
  if (fate === 'lose') throw named('TimeoutError', 'the answer of the table was lost');
  return first;
}

type Keyed = { readonly pk: string };
type Part = { readonly Item?: Keyed; readonly Key?: Keyed };

/** What a write is about, for people: the kind of each item and the end of its name. */
function keysIn(input: unknown): string {
  const transaction = (input as { TransactItems?: Record<string, Part>[] }).TransactItems;
  const parts = transaction ? transaction.flatMap((one) => Object.values(one)) : [input as Part];
  return parts.map(({ Item, Key }) => briefKey((Item ?? Key)?.pk ?? '')).join(' ');
}

const briefKey = (pk: string) => `${pk.split('#')[0]}…${pk.slice(-6)}`;

function answerAsProvider(processes: Processes, world: () => World): void {
  const real = globalThis.fetch;
  globalThis.fetch = ((target: string | URL, init: RequestInit = {}) => {
    const url = String(target);
    if (!url.startsWith(PROVIDER)) return real(target, init);
    const { pathname, search } = new URL(url);
    const asked: Asked = {
      method: init.method ?? 'GET',
      target: `${pathname}${search}`,
      headers: lowered(init.headers),
      body: String(init.body ?? ''),
    };
    const { provider } = world();
    const effect: Effect = {
      place: 'stripe',
      writes: asked.method !== 'GET',
      says: `${asked.method} ${pathname}`,
    };
    return processes.reach(effect, (fate) =>
      atProvider(fate, async () => {
        const { status, headers, body } = await provider.ask(asked);
        return { status, headers: Object.entries(headers), text: async () => body };
      }),
    );
  }) as typeof fetch;
}

const atProvider = async (fate: Fate, ask: () => Promise<unknown>) => {
  if (fate === 'fail') throw new TypeError('fetch failed');
  if (fate === 'refused') return failure(429, 'invalid_request_error', 'rate_limit');
  if (fate === 'broken') return failure(500, 'api_error');
  const answer = await ask();
  // The connection broke on the way back; the library asks again, under the same key.
  if (fate === 'lose' || fate === 'repeat') throw new TypeError('fetch failed');
  return answer;
};

const failure = (status: number, type: string, code?: string) => ({
  status,
  headers: [['content-type', 'application/json']],
  text: async () => JSON.stringify({ error: { type, code, message: 'Please try again later' } }),
});

function lowered(headers: RequestInit['headers']): Record<string, string> {
  const entries = Array.isArray(headers) ? headers : Object.entries(headers ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

type Sent = { readonly input: Record<string, unknown> };
type Entry = { readonly Detail?: string };

function answerAsAws(processes: Processes, world: () => World): void {
  const send = (Client: { readonly prototype: object }, answer: (sent: Sent) => unknown) =>
    Object.defineProperty(Client.prototype, 'send', { value: answer, configurable: true });
  send(SecretsManagerClient, async () => ({ SecretString: JSON.stringify(SECRETS) }));
  send(EventBridgeClient, ({ input }) => {
    const entries = input.Entries as readonly Entry[];
    const effect = { place: 'bus', writes: true, says: `PutEvents ×${entries.length}` } as const;
    return processes.reach(
      effect,
      outside(async (fate) => putEvents(world(), entries, fate)),
    );
  });
  send(SNSClient, ({ input }) => {
    const effect = { place: 'phone', writes: true, says: 'Publish' } as const;
    return processes.reach(
      effect,
      outside(async () => {
        world().texts.push({ to: String(input.PhoneNumber), body: String(input.Message) });
        return {};
      }),
    );
  });
}

/** Of a batch the bus may take a part. */
function putEvents(world: World, entries: readonly Entry[], fate: Fate) {
  const taken = fate === 'refused' ? entries.length >> 1 : entries.length;
  for (const { Detail = '' } of entries.slice(0, taken))
    world.bus.accept(readFact(JSON.parse(Detail)));
  return {
    Entries: entries.map((_entry, nth) =>
      nth < taken ? {} : { ErrorCode: 'ThrottlingException' },
    ),
  };
}

const outside =
  (perform: Doing): Doing =>
  async (fate) => {
    if (fate === 'fail' || fate === 'broken') throw named('TimeoutError', 'no answer');
    const answer = await perform(fate);
    if (fate === 'lose' || fate === 'repeat') throw named('TimeoutError', 'the answer was lost');
    return answer;
  };

const named = (name: string, message: string) => Object.assign(new Error(message), { name });
