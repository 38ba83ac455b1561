import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './worker.ts';

/** How long API Gateway waits for a function, in milliseconds. */
export const GATEWAY_TIMEOUT_MS = 29_000;
/** How long a job or a subscriber may take, in milliseconds. */
export const WORK_TIMEOUT_MS = 300_000;
/**
 * How many versions of the bundles one worker loads. Node never unloads a module: a version whose shared code has changed
 * takes 4 MB when all functions are loaded, as measured.
 */
export const VERSIONS_PER_WORKER = 50;

type InvokeOptions = { readonly timeoutMs: number; readonly requestId?: string };

/** The error of a function that threw, timed out, or was stopped before it was done. */
export class LambdaFault extends Error {
  override name = 'LambdaFault';
  constructor(
    readonly functionName: string,
    readonly kind: 'threw' | 'timedOut' | 'stopped',
    message: string,
  ) {
    super(`${functionName}: ${message}`);
  }
}

type Waiting = {
  readonly name: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (fault: LambdaFault) => void;
  readonly timer: NodeJS.Timeout;
};

type LambdaOptions = {
  /** The directory of the bundles: `<area>/<operation>.mjs`. */
  readonly directory: string;
  /** The bundle of the worker. */
  readonly workerFile: string;
  readonly environment: () => Readonly<Record<string, string>>;
  /** Called with each line that a function logs. */
  readonly onLine: (line: string) => void;
};

/** Runs the deployed bundles on this machine, as Lambda does. */
export class Lambdas {
  readonly #options: LambdaOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker;
  #lastId = 0;
  #versions = 1;
  #stopped = false;

  constructor(options: LambdaOptions) {
    this.#options = options;
    this.#worker = this.#start();
  }

  /** Calls a function by its path below functions/ (`auth/checkUser`). Throws LambdaFault. */
  invoke(name: string, event: unknown, options: InvokeOptions): Promise<unknown> {
    const { timeoutMs, requestId = randomUUID() } = options;
    if (this.#stopped) return Promise.reject(stoppedFault(name));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new LambdaFault(name, 'timedOut', `no answer within ${timeoutMs / 1000} s`));
      }, timeoutMs);
      this.#waiting.set(id, { name, resolve, reject, timer });
      this.#post({ is: 'call', id, name, event, requestId, deadline: Date.now() + timeoutMs });
    });
  }

  /** Moves the clock of every later call. */
  moveClock(offsetMs: number): void {
    this.#post({ is: 'clock', offsetMs });
  }

  /** Loads new bundles; calls in progress complete with the old ones. */
  reload(): void {
    this.#versions += 1;
    if (this.#versions > VERSIONS_PER_WORKER) this.#replaceWorker();
    else this.#post({ is: 'reload' });
  }

  #replaceWorker(): void {
    const old = this.#worker;
    const inProgress = [...this.#waiting.keys()];
    this.#worker = this.#start();
    this.#versions = 1;
    const endWhenDone = setInterval(() => {
      if (inProgress.some((id) => this.#waiting.has(id))) return;
      clearInterval(endWhenDone);
      void old.terminate();
    }, 50);
  }

  /** Takes no further calls; resolves when those in progress are done. */
  async finish(): Promise<void> {
    this.#stopped = true;
    while (this.#waiting.size > 0) await pause(10);
  }

  /** Ends the functions at once. Calls in progress, and later ones, fail as stopped. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#failAll(stoppedFault);
    await this.#worker.terminate();
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(this.#options.workerFile, {
      workerData: { directory: this.#options.directory },
      env: { ...process.env, ...this.#options.environment() },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    for (const stream of [worker.stdout, worker.stderr]) eachLine(stream, this.#options.onLine);
    worker.on('message', (answer: FromWorker) => this.#settle(answer));
    worker.on('error', (fault) => this.#options.onLine(`A function ended its process: ${fault}`));
    worker.on('exit', () => {
      if (this.#stopped || worker !== this.#worker) return;
      this.#failAll((name) => new LambdaFault(name, 'threw', 'the process of the functions ended'));
      this.#worker = this.#start();
    });
    return worker;
  }

  #settle(answer: FromWorker): void {
    const waiting = this.#take(answer.id);
    if (!waiting) return;
    if ('fault' in answer) waiting.reject(new LambdaFault(waiting.name, 'threw', answer.fault));
    else waiting.resolve(answer.result);
  }

  #failAll(faultOf: (name: string) => LambdaFault): void {
    for (const id of [...this.#waiting.keys()]) {
      const waiting = this.#take(id);
      waiting?.reject(faultOf(waiting.name));
    }
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}

const stoppedFault = (name: string) => new LambdaFault(name, 'stopped', 'this machine is stopping');

function eachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line) take(line);
  });
}

/** The path of the worker in a folder of bundles. */
export const workerFileOf = (directory: string) => join(directory, 'local', 'worker.mjs');
