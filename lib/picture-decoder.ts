import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Metafile } from 'esbuild';
import { CliError } from './cli-error.ts';
import { deployedFileOf, functionsWith } from './deployed-file.ts';

/*
 * Puts the machine code of sharp for Lambda's processors beside the functions that decode pictures. `npm ci` installs it only for the
 * machine that it runs on, so that it is fetched from the registry for a deployment: once after each `npm ci`, and checked against
 * package-lock.json. The local stage and the tests use what is installed.
 */

const ROOT = join(import.meta.dirname, '..');
/** The module that loads sharp. */
const LOADING_MODULE = 'functions/sharp.ts';
/** The packages for Lambda's Linux on ARM: sharp's own code, and libvips. */
export const LAMBDA_PACKAGES = [
  '@img/sharp-linux-arm64',
  '@img/sharp-libvips-linux-arm64',
] as const;

/** A package as package-lock.json names it. */
export type LockedPackage = {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
};

/** Downloads a package as an archive into an empty folder. */
type Download = (wanted: LockedPackage, folder: string) => Promise<unknown>;

/** The names of the functions that contain the module that loads sharp. */
export const pictureFunctions = (metafile: Metafile): readonly string[] =>
  functionsWith(metafile, LOADING_MODULE).map(([name]) => name);

/** Puts the decoder beside the functions of a build that decode pictures. Throws a CliError if it cannot be had. */
export async function addPictureDecoder(directory: string, metafile: Metafile): Promise<void> {
  const names = pictureFunctions(metafile);
  if (names.length === 0) throw new Error(`no function contains ${LOADING_MODULE}`);
  const lock = await readFile(join(ROOT, 'package-lock.json'), 'utf8');
  const packages = LAMBDA_PACKAGES.map((name) => lockedPackage(lock, name));
  const folders = await Promise.all(packages.map((wanted) => unpackedPackage(wanted)));
  for (const name of names) {
    const target = join(dirname(deployedFileOf(directory, name)), 'node_modules');
    if (existsSync(target)) continue;
    // Another process may read or complete the same build.
    const draft = join(directory, `${randomUUID()}.draft`);
    for (const [nth, folder] of folders.entries())
      await cp(folder, join(draft, packages[nth]?.name ?? ''), { recursive: true });
    await moveUnlessThere(draft, target);
  }
}

function lockedPackage(lock: string, name: string): LockedPackage {
  const { version, integrity } = JSON.parse(lock).packages[`node_modules/${name}`] ?? {};
  if (!version || !integrity) throw new CliError(`package-lock.json has no hash of ${name}`);
  return { name, version, integrity };
}

const KEPT = join(ROOT, 'node_modules/.cache/replypaid');

/**
 * Returns the folder of a package's files, which are downloaded if they are not kept yet. Throws a CliError if they cannot be had, or
 * are not what package-lock.json names.
 */
export async function unpackedPackage(
  wanted: LockedPackage,
  { kept = KEPT, download = fromRegistry }: { kept?: string; download?: Download } = {},
): Promise<string> {
  const { name, version, integrity } = wanted;
  const folder = join(kept, `${name}-${version}`);
  if (existsSync(folder)) return folder;
  const draft = join(kept, `${randomUUID()}.draft`);
  const unpacked = join(draft, 'unpacked');
  try {
    await mkdir(unpacked, { recursive: true });
    await download(wanted, draft);
    const archive = (await readdir(draft)).find((file) => file.endsWith('.tgz')) ?? 'no archive';
    const hash = createHash('sha512').update(await readFile(join(draft, archive)));
    if (`sha512-${hash.digest('base64')}` !== integrity)
      throw new CliError(
        `${name} ${version} from the registry is not the one of package-lock.json.`,
      );
    await run('tar', ['-xzf', archive, '-C', 'unpacked', '--strip-components=1'], { cwd: draft });
    await mkdir(dirname(folder), { recursive: true });
    await moveUnlessThere(unpacked, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

const run = promisify(execFile);

async function fromRegistry({ name, version }: LockedPackage, folder: string): Promise<void> {
  try {
    // On Windows, npm is a batch file.
    await run('npm', ['pack', `${name}@${version}`, '--prefer-offline', '--ignore-scripts'], {
      cwd: folder,
      shell: process.platform === 'win32',
    });
  } catch (fault) {
    throw new CliError(
      `The functions that decode pictures need ${name} ${version} for Lambda's processors, and npm could not download it. It is downloaded once after each npm ci. Run the command again when the npm registry can be reached.\n${(fault as { stderr?: string }).stderr?.trim() || fault}`,
    );
  }
}

/** Moves a complete folder to its place. If another process was faster, its folder stays. */
async function moveUnlessThere(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder);
  } catch (fault) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw fault;
  }
}
