import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/until.ts';

const ROOT = join(__dirname, '../..');

/** Creates a temporary folder for one world. `remove` deletes it. */
export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A process that runs `npm start`, without seed data and on a free port. */
export class Machine {
  readonly process: ChildProcess;
  #said = '';
  #url = '';

  constructor(folder: string, port = 0, ...options: string[]) {
    this.process = spawn(
      process.execPath,
      ['--import', 'tsx', 'bin/local.ts', '--no-seed', '--no-web', ...options],
      {
        cwd: ROOT,
        env: { ...process.env, PORT: String(port), LOCAL_FOLDER: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on('data', (text) => {
        this.#said += text;
        this.#url = /The product +(http:\/\/\S+)/.exec(this.#said)?.[1] ?? this.#url;
      });
  }

  get said(): string {
    return this.#said;
  }

  /** Resolves with the URL once the product is ready. Throws the output if the process exits before. */
  async ready(): Promise<string> {
    await this.untilReady();
    return this.#url;
  }

  /** Resolves once the product says that it is ready, after what it has said until now. Throws the output if the process exits before. */
  untilReady(saidBefore = 0): Promise<void> {
    return until(() => {
      if (this.process.exitCode !== null) throw new Error(this.#said);
      return this.#said.slice(saidBefore).includes('Ready in');
    }, 'the product is ready');
  }

  /** Sends a signal, if one is given, and returns the exit code once the process has exited. */
  end(signal?: NodeJS.Signals): Promise<number | null> {
    const { process: child } = this;
    if (child.exitCode !== null || child.signalCode !== null)
      return Promise.resolve(child.exitCode);
    return new Promise((resolve) => {
      child.once('close', (code) => resolve(code));
      if (signal) child.kill(signal);
    });
  }
}
