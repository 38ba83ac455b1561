import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/* Servers in processes of their own, so that their CPU time contains neither the load generator nor each other. */

type Question = { readonly id: number; readonly what: string; readonly value: unknown };
type Answer = { readonly id: number; readonly value: unknown };

/** A server process, as the load generator sees it. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #lastId = 0;

  private constructor(file: string, args: readonly string[]) {
    this.#child = fork(join(import.meta.dirname, file), args);
    this.#child.on('message', ({ id, value }: Answer) => {
      this.#waiting.get(id)?.(value);
      this.#waiting.delete(id);
    });
  }

  /** Starts a file of this directory; resolves when it calls `answerParent`. */
  static async start(file: string, ...args: string[]): Promise<ServerProcess> {
    const started = new ServerProcess(file, args);
    await new Promise<void>((resolve, reject) => {
      started.#waiting.set(0, () => resolve());
      started.#child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
    });
    return started;
  }

  ask<Value>(what: string, value?: unknown): Promise<Value> {
    this.#lastId += 1;
    const question: Question = { id: this.#lastId, what, value };
    return new Promise((resolve) => {
      this.#waiting.set(question.id, resolve as (value: unknown) => void);
      this.#child.send(question);
    });
  }

  /** The CPU time so far in milliseconds, of all threads and without the processes that it has started. */
  cpu(): Promise<number> {
    return this.ask('cpu');
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    void this.ask('stop');
    await ended;
  }
}

type Answers = Readonly<Record<string, (value: never) => unknown>> & {
  readonly stop: () => Promise<void>;
};

/** Answers the questions of the load generator, with `answers` by their names. */
export function answerParent(answers: Answers): void {
  const all: Readonly<Record<string, (value: never) => unknown>> = {
    cpu: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    ...answers,
    stop: () => answers.stop().then(() => process.exit(0)),
  };
  process.on('message', async ({ id, what, value }: Question) => {
    process.send?.({ id, value: await all[what]?.(value as never) } satisfies Answer);
  });
  process.send?.({ id: 0, value: undefined } satisfies Answer);
}
