import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { round } from '../load.ts';

/*
 * Measures how long `npm start` takes, from the command until it is ready: without builds and data, and again with them; and
 * how long `npm run dev` takes from a changed file until the changed function or screen answers. It works on a copy of the
 * repository. Prints JSON.
 */

const ROOT = join(import.meta.dirname, '../..');
const LEFT_OUT = ['node_modules', 'dist', '.git', '.local', 'cdk.out', 'coverage'];
const TIMES = 5;

const copy = mkdtempSync(join(tmpdir(), 'replypaid-start-'));
cpSync(ROOT, copy, {
  recursive: true,
  filter: (path) => !LEFT_OUT.includes(relative(ROOT, path)),
});
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

type Running = { readonly child: ChildProcess; readonly url: string; readonly seconds: number };

function start(...options: string[]): Promise<Running> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'bin/local.ts', ...options], {
    cwd: copy,
    env: { ...process.env, PORT: '0', LOCAL_FOLDER: join(copy, '.local') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  let said = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The product did not start:\n${said}`)));
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      said += text;
      const url = /The product +(http:\S+)/.exec(said)?.[1];
      if (url && said.includes('Ready in'))
        resolve({ child, url, seconds: (performance.now() - began) / 1_000 });
    });
  });
}

async function stop({ child }: Running): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function secondsOfStart(): Promise<number> {
  const running = await start();
  await stop(running);
  return round(running.seconds);
}

/** Changes a text in a file, and returns the milliseconds until the page at `url` has the changed text. */
async function reload(file: string, text: string, url: string): Promise<number> {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (!source.includes(text)) throw new Error(`${file} does not contain: ${text}`);
  const changed = `${text} ${performance.now()}`;
  const until = async (expected: boolean) => {
    const began = performance.now();
    while ((await (await fetch(url)).text()).includes(changed) !== expected) {
      if (performance.now() - began > 60_000) throw new Error(`${file} was not loaded again`);
      await setTimeout(5);
    }
    return performance.now() - began;
  };
  writeFileSync(path, source.replace(text, changed));
  const milliseconds = await until(true);
  // Vite's watcher misses a change that follows another one at once.
  await setTimeout(500);
  writeFileSync(path, source);
  await until(false);
  await setTimeout(500);
  return milliseconds;
}

const median = (numbers: readonly number[]) =>
  round([...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0);

async function repeated(measure: () => Promise<number>): Promise<number> {
  const figures: number[] = [];
  for (let nth = 0; nth < TIMES; nth += 1) figures.push(await measure());
  return median(figures);
}

try {
  const firstStartSeconds = await secondsOfStart();
  const laterStartSeconds = await repeated(secondsOfStart);
  const running = await start('--watch');
  const { url } = running;
  const reloadMilliseconds = {
    function: await repeated(() =>
      reload(
        'functions/profiles/viewUserProfile.ts',
        "The account you are looking for wasn't found.",
        `${url}/api/viewUserProfile?username=nobody.here`,
      ),
    ),
    screen: await repeated(() =>
      reload(
        'web/src/features/welcome/pages/NotFound.tsx',
        'Page not found',
        `${url}/src/features/welcome/pages/NotFound.tsx`,
      ),
    ),
  };
  await stop(running);
  process.stdout.write(
    JSON.stringify({ firstStartSeconds, laterStartSeconds, reloadMilliseconds }),
  );
} finally {
  rmSync(copy, { recursive: true, force: true });
}
