import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import {
  type Bundle,
  bundleFunctions,
  bundleLocalFunctions,
  missingHandlersMessage,
  watchFunctions as watchBundles,
} from '../bundle.ts';
import { CliError } from '../cli-error.ts';
import { compressFiles } from './front/static-files.ts';
import { workerFileOf } from './lambdas/lambdas.ts';
import type { Shutdown } from './shutdown.ts';

/*
 * Builds are kept below dist/local under a hash of their inputs, so that a second start builds nothing. A build is moved to its
 * directory when it is complete, so two concurrent starts do not disturb each other.
 */

const ROOT = join(import.meta.dirname, '../..');
const KEPT = join(ROOT, 'dist/local');
/** The files that decide what a bundle of the functions contains, besides the installed packages. */
export const FUNCTION_INPUTS = [
  'functions',
  // functions/pages renders the pages of the web app.
  'web/src',
  'shared',
  'lib/bundle.ts',
  'lib/deployed-file.ts',
  'lib/embedded-files.ts',
  'lib/font-files.ts',
  'lib/picture-decoder.ts',
  'lib/permissions',
  'lib/local/lambdas',
  'lib/table.ts',
  'package-lock.json',
];
const WEB_INPUTS = [
  'web',
  'shared',
  'lib/inline-scripts.ts',
  'lib/local/builds.ts',
  'lib/local/front/static-files.ts',
  'package-lock.json',
];

/**
 * Builds every function and the worker that runs them; returns the directory of the bundles. `deployed`: the files that a
 * deployment has, in place of modules that share chunks.
 */
export function buildFunctions(
  print: (line: string) => void,
  { deployed = false }: { readonly deployed?: boolean } = {},
): Promise<string> {
  if (deployed) return buildDeployedFunctions(print).then(({ directory }) => directory);
  return built('functions', FUNCTION_INPUTS, async (directory) => {
    const { missing } = await bundleLocalFunctions(directory);
    await buildWorker(directory);
    printMissing(missing, print);
  });
}

/** Builds the files that a deployment has, and the worker that runs them on this machine. */
export async function buildDeployedFunctions(
  print: (line: string) => void,
): Promise<{ readonly directory: string } & DeployedBuild> {
  const directory = await built('deployed', FUNCTION_INPUTS, async (draft) => {
    const { missing, metafile } = await bundleFunctions({ directory: draft });
    await buildWorker(draft);
    printMissing(missing, print);
    writeFileSync(join(draft, BUILD_REPORT), JSON.stringify({ missing, metafile }));
  });
  return { directory, ...JSON.parse(readFileSync(join(directory, BUILD_REPORT), 'utf8')) };
}

type DeployedBuild = Pick<Bundle, 'missing' | 'metafile'>;
const BUILD_REPORT = 'build.json';

function printMissing(missing: Bundle['missing'], print: (line: string) => void): void {
  const message = missingHandlersMessage(missing);
  if (message) print(message);
}

/** The directory for the bundles of this process while it watches them: in the repository, whose packages they load. */
export const watchedDirectory = () => join(KEPT, `functions-watched-${process.pid}`);

/** Builds them now and after each change. Returns a function that ends the watch and deletes the bundles. */
export async function watchFunctions(
  directory: string,
  print: (line: string) => void,
  onChange: () => void,
): Promise<() => Promise<void>> {
  let first = true;
  const { stop } = await watchBundles({
    directory,
    onError: print,
    onRebuild: () => {
      if (!first) onChange();
      first = false;
    },
  });
  await buildWorker(directory);
  return async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  };
}

/** Builds the web app as it is deployed; returns its directory. Throws a CliError with Vite's report if the build fails. */
export function buildWeb(shutdown: Shutdown): Promise<string> {
  return built('web', WEB_INPUTS, async (directory) => {
    await viteBuild(directory, shutdown);
    compressFiles(directory);
  });
}

async function buildWorker(directory: string): Promise<void> {
  await esbuild({
    entryPoints: [join(import.meta.dirname, 'lambdas/worker.ts')],
    outfile: workerFileOf(directory),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
}

/** Runs Vite in a process of its own, so that it uses the second core while this one seeds the data. */
function viteBuild(directory: string, shutdown: Shutdown): Promise<void> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const config = join(ROOT, 'web/vite.config.ts');
  const child = spawn(
    process.execPath,
    [
      vite,
      'build',
      '--config',
      config,
      '--outDir',
      directory,
      '--emptyOutDir',
      // The manifest lists the files that each screen loads; npm run size reads it.
      '--manifest',
      '--logLevel',
      'warn',
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const end = () => child.kill();
  shutdown.add(end);
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output = `${output}${text}`.slice(-4_000);
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new CliError(`The web app does not build:\n${output.trim()}`));
    });
  });
}

async function built(
  what: string,
  inputs: readonly string[],
  build: (directory: string) => Promise<void>,
): Promise<string> {
  const directory = join(KEPT, `${what}-${hashOf(inputs)}`);
  if (existsSync(directory)) {
    utimesSync(directory, new Date(), new Date());
    return directory;
  }
  mkdirSync(KEPT, { recursive: true });
  removeOld(what);
  const draft = `${directory}.${randomUUID()}.draft`;
  try {
    await build(draft);
    renameSync(draft, directory);
  } catch (fault) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(directory)) throw fault;
  }
  return directory;
}

/** The hash of all files below the inputs, by path; a thousand small files take about 50 ms. */
function hashOf(inputs: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  const take = (path: string) => {
    if (statSync(join(ROOT, path)).isDirectory())
      for (const name of readdirSync(join(ROOT, path)).sort()) take(`${path}/${name}`);
    else hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  };
  for (const input of inputs) take(input);
  return hash.digest('hex').slice(0, 16);
}

const DAY = 24 * 60 * 60 * 1000;

/** Removes builds that were not used for a day. */
function removeOld(what: string): void {
  for (const name of readdirSync(KEPT)) {
    const path = join(KEPT, name);
    if (name.startsWith(`${what}-`) && statSync(path).mtimeMs < Date.now() - DAY)
      rmSync(path, { recursive: true, force: true });
  }
}
