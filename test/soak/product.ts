import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#lib/local/engine.ts';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 180_000;

/** The resident memory of the two processes, in megabytes. */
export type Memory = { readonly server: number; readonly engine: number };

/** The product, started by `bin/local.ts` in a folder of its own, without web app and demo data. */
export class Product {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  #server: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(folder: string): Promise<Product> {
    const product = new Product(folder, await freePort());
    await product.start();
    return product;
  }

  /** Starts it with the data of its folder. Throws what it printed if it ends, or is not ready in three minutes. */
  async start(): Promise<void> {
    let printed = '';
    const server = spawn(
      process.execPath,
      ['--import', 'tsx', 'bin/local.ts', '--no-seed', '--no-web'],
      {
        cwd: ROOT,
        env: { ...process.env, PORT: String(this.#port), LOCAL_FOLDER: this.#folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.#server = server;
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (text) => {
        printed = `${printed}${text}`.slice(-4_000);
      });
    const until = Date.now() + START_TIMEOUT_MS;
    while (!(await this.#isReady())) {
      if (hasEnded(server) || Date.now() > until) throw new Error(`No start: ${printed}`);
      await pause(100);
    }
  }

  /** Kills the server, and starts it again. */
  async killServer(): Promise<void> {
    await this.#end('SIGKILL');
    await this.start();
  }

  /** Kills the engine, and waits until the server has started another one. */
  async killEngine(): Promise<void> {
    const killed = this.#enginePid();
    process.kill(killed, 'SIGKILL');
    while (this.#enginePid() === killed || !(await this.#isReady())) await pause(100);
  }

  /** Stops it in order, as Ctrl-C does. */
  stop(): Promise<void> {
    return this.#end('SIGINT');
  }

  memory(): Memory {
    return { server: megabytesOf(this.#server?.pid), engine: megabytesOf(this.#enginePid()) };
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    if (!server || hasEnded(server)) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/_local/health`)).ok;
    } catch {
      return false;
    }
  }

  #enginePid(): number {
    return JSON.parse(readFileSync(join(this.#folder, 'running.json'), 'utf8')).engine.pid;
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

/** Reads /proc where there is one, because a minimal machine may lack `ps`. The soak test does not run on Windows, which has neither. */
function megabytesOf(pid: number | undefined): number {
  const kilobytes =
    process.platform === 'linux'
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(kilobytes) / 1_024);
}
