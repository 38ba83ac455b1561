import { Client } from '@smithy/core/client';
import { documents } from '#functions/storage/table.ts';
import { operationOf } from '../operation-name.ts';

/*
 * The boundary of the product: every request to the table, to another service of AWS and to an address of the web passes here. The
 * faults of a test and the gates of the simulation are layers of it. The only other boundary is the clock.
 */

export type Outgoing = {
  readonly service: 'table' | 'aws' | 'web';
  /** The command without its ending (`TransactWrite`, `PutObject`), or the method of a request to the web. */
  readonly operation: string;
  /** The input of the command, or what `fetch` was given beside the address. */
  readonly input: object;
  /** The address of a request to the web. */
  readonly url: string;
  /** The client of a request to AWS. */
  readonly client?: unknown;
};

/** Sees each request; `send` passes it on to the next layer, also with another input or more than once, and resolves to the response. */
export type Layer = (
  request: Outgoing,
  send: (input?: object) => Promise<unknown>,
) => Promise<unknown>;

let layers: readonly Layer[] = [];

/** Adds a layer inside of the earlier ones; the returned function removes it. */
export function intercept(layer: Layer): () => void {
  install();
  layers = [...layers, layer];
  return () => {
    layers = layers.filter((one) => one !== layer);
  };
}

/** Runs `work` with a layer. */
export async function withLayer<Result>(
  layer: Layer,
  work: () => Promise<Result>,
): Promise<Result> {
  const remove = intercept(layer);
  try {
    return await work();
  } finally {
    remove();
  }
}

type Perform = (input: object) => Promise<unknown>;

function pass(request: Outgoing, [layer, ...inner]: readonly Layer[], perform: Perform) {
  if (!layer) return perform(request.input);
  const send = (input = request.input): Promise<unknown> =>
    pass({ ...request, input }, inner, perform);
  return layer(request, send);
}

type Command = { readonly input: object };
type Send = ((this: unknown, ...sent: [Command]) => unknown) & { real?: Send };
type Fetch = typeof globalThis.fetch & { real?: typeof globalThis.fetch };
let isInstalled = false;

/** Packages and globals are shared by all test files of a worker, so each file replaces what an earlier one has installed. */
function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  interceptAws();
  interceptFetch();
}

function interceptAws(): void {
  const before = Client.prototype.send as Send;
  const real = before.real ?? before;
  const send: Send = function (this: unknown, ...sent) {
    if (layers.length === 0) return Reflect.apply(real, this, sent);
    const [command, ...rest] = sent;
    const isTable = this === documents;
    const operation = operationOf(command);
    const request = {
      service: isTable ? ('table' as const) : ('aws' as const),
      operation,
      input: command.input,
      url: '',
      client: this,
    };
    return pass(request, layers, async (input) => {
      const Kind = command.constructor as new (input: object) => Command;
      const passed = input === command.input ? command : new Kind(input);
      return Reflect.apply(real, this, [passed, ...rest]);
    });
  };
  Client.prototype.send = Object.assign(send, { real }) as typeof Client.prototype.send;
}

function interceptFetch(): void {
  const before: Fetch = globalThis.fetch;
  const real = before.real ?? before;
  const fetch = (to: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const isRequest = to instanceof Request;
    const request = {
      service: 'web' as const,
      operation: init.method ?? (isRequest ? to.method : 'GET'),
      input: init,
      url: isRequest ? to.url : String(to),
    };
    return pass(request, layers, async (input) => real(to, input)) as Promise<Response>;
  };
  globalThis.fetch = Object.assign(fetch, { real }) as Fetch;
}

const WRITE = /^(Put|Update|Delete|TransactWrite)/;
const READ = /^(Get|BatchGet|TransactGet|Query|List|Head|Scan)/;

/** Whether a request changes items of the table. */
export const isTableWrite = ({ service, operation }: Outgoing): boolean =>
  service === 'table' && WRITE.test(operation);

/** Whether a request changes nothing. */
export const isRead = ({ operation }: Outgoing): boolean =>
  READ.test(operation) || operation === 'GET';
