import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import timers from 'node:timers';
import { intercept, isRead, isTableWrite, type Outgoing } from './boundary.ts';
import { type Gate, type Process, Processes } from './processes.ts';

/*
 * The processes of a test: calls of real handlers whose effects wait at gates. Effects are writes to the table and to S3, emails, and
 * POST requests to Stripe and to push services. Code outside of these processes is unaffected.
 */

const owners = new AsyncLocalStorage<Process>();
const processes = new Processes(owners);
let isIntercepted = false;

/** Starts `work` as a process, and returns once it waits at its first gate or has ended. */
export function startGated(work: () => Promise<unknown>): Promise<Process> {
  if (!isIntercepted) {
    isIntercepted = true;
    intercept(holdAtGate);
    unrefTimers();
  }
  return processes.start('the process of a test', Date.now(), work);
}

/** Opens the next gate of a process, and returns once it waits again or has ended. */
export const openNextGate = (
  process: Process,
  fault: (gate: Gate) => Parameters<Processes['openGate']>[2] = () => 'none',
): Promise<void> => {
  const gate = process.gates[0] as Gate;
  return processes.openGate(process, gate, fault(gate));
};

/** Returns what a process that has ended has returned; throws what it has thrown. */
export function resultOf(process: Process): unknown {
  if (process.state === 'failed') throw process.error;
  return process.answer;
}

function holdAtGate(request: Outgoing, send: () => Promise<unknown>): Promise<unknown> {
  // A crashed process may read, because a live one may wait for the same read: concurrent readers of a secret share one.
  if (isRead(request)) return send();
  if (!isEffect(request)) return processes.pass(send);
  const { service, operation } = request;
  const effect = {
    service: service === 'table' ? ('table' as const) : ('stripe' as const),
    writes: true,
    description: operation,
  };
  // The gate is opened by the test, and the request is still one of this process.
  return processes.perform(
    effect,
    AsyncResource.bind(() => send()),
  );
}

function isEffect(request: Outgoing): boolean {
  const { service, operation, url } = request;
  if (service === 'table') return isTableWrite(request);
  if (service === 'aws') return /^(PutObject|DeleteObject|SendEmail)$/.test(operation);
  const { STRIPE_API_BASE = '', PUSH_SERVICE = '{"url":"none"}' } = process.env;
  const outside = [STRIPE_API_BASE, JSON.parse(PUSH_SERVICE).url];
  return operation === 'POST' && outside.some((base) => url.startsWith(base));
}

type Timers = { setTimeout: typeof globalThis.setTimeout };

/**
 * Unrefs the timers of processes that may crash (ten seconds for a request, thirty for a function), so that they do not keep
 * Jest running.
 */
function unrefTimers(): void {
  for (const owner of [globalThis as Timers, timers as Timers]) unrefTimersAt(owner);
  // Updates the named imports of packages. Jest's version of `node:module` does nothing here.
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

function unrefTimersAt(owner: Timers): void {
  const before = owner.setTimeout as typeof owner.setTimeout & { real?: typeof owner.setTimeout };
  // Node's built-in module is shared by all test files of a worker.
  const real = before.real ?? before;
  const begin = (...timer: Parameters<typeof real>) => {
    const handle = real(...timer);
    return owners.getStore() ? handle.unref() : handle;
  };
  owner.setTimeout = Object.assign(begin, real, { real });
}
