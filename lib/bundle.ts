import { existsSync, watch as watchFolder } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type BuildFailure, type BuildOptions, build, context, type Metafile } from 'esbuild';
import { functionDefinitions } from '#shared/api/all-functions.ts';
import { withoutWorkers } from './browser-workers.ts';
import { deployedFileOf } from './deployed-file.ts';
import { embedFiles } from './embedded-files.ts';
import { copyFonts } from './font-files.ts';

/*
 * Bundles every Lambda function with esbuild. All packages are bundled, in their tested versions.
 *
 * A deployed function is one CommonJS file, which Lambda's Node imports fastest: an ES module loads more of Node, and chunks are
 * loaded one after the other (docs/decisions/0016-aws-sdk.md). On one machine, one process loads all functions. There they
 * are ES modules that share chunks, because each file of its own would hold the AWS SDK once more: 730 MB of memory.
 */

const ROOT = join(import.meta.dirname, '..');

/** The Node.js versions that run the bundles: the oldest that package.json allows, and the Lambda runtime. */
export const NODE_TARGETS = ['node20.19', 'node24'] as const;

/** A Lambda function before bundling. */
export type FunctionSource = {
  /** Its unique path below functions/ without the extension: `auth/checkUser`, `jobs/expireConversations`. */
  readonly name: string;
  /** The absolute path of the handler's file. */
  readonly entry: string;
};

/** A Lambda function after bundling. */
type BundledFunction = FunctionSource & {
  /** The absolute path of the bundle, which exports `handler`. */
  readonly file: string;
  readonly bytes: number;
};

export type Bundle = {
  readonly directory: string;
  readonly functions: readonly BundledFunction[];
  /** Definitions without a handler file. A deployment must fail unless this is empty. */
  readonly missing: readonly FunctionSource[];
  /** esbuild's report of which inputs went into which output. */
  readonly metafile: Metafile;
};

export type BundleOptions = {
  readonly directory: string;
  /** The names of the functions to bundle; all of them by default. */
  readonly names?: readonly string[];
};

export type WatchOptions = {
  readonly directory: string;
  /** Called after every successful build, including the first. */
  readonly onRebuild?: () => void;
  /** Called with esbuild's errors after a failed build. The previous bundles stay in place. */
  readonly onError?: (report: string) => void;
};

/** Every Lambda function that is defined, whether or not its handler file exists. */
export function functionSources(): readonly FunctionSource[] {
  return [...functionDefinitions.keys()].map((name) => ({
    name,
    entry: join(ROOT, 'functions', `${name}.ts`),
  }));
}

/** Bundles functions into `directory` as they are deployed, and returns what was built. Throws esbuild's errors. */
export async function bundleFunctions({ directory, names }: BundleOptions): Promise<Bundle> {
  const { present, missing } = sourcesOf(names);
  const { metafile } = await build(deployedSettings(present, directory));
  await removeStale(directory, metafile);
  const functions = present.map((source) => {
    const file = deployedFileOf(directory, source.name);
    return { ...source, file, bytes: metafile.outputs[relative(ROOT, file)]?.bytes ?? 0 };
  });
  await copyFonts(metafile);
  return { directory, functions, missing, metafile };
}

/** Bundles every function into `directory` as the local machine runs them. Throws esbuild's errors. */
export async function bundleLocalFunctions(
  directory: string,
): Promise<{ readonly missing: readonly FunctionSource[] }> {
  const { present, missing } = sourcesOf();
  const { metafile } = await build(localSettings(present, directory));
  await removeStale(directory, metafile);
  return { missing };
}

function sourcesOf(names?: readonly string[]) {
  const sources = functionSources().filter(({ name }) => names?.includes(name) ?? true);
  return {
    present: sources.filter(({ entry }) => existsSync(entry)),
    missing: sources.filter(({ entry }) => !existsSync(entry)),
  };
}

/** Deletes the outputs of earlier builds. Runs after the build, so that a running process does not lose its files. */
async function removeStale(directory: string, metafile: Metafile): Promise<void> {
  const built = new Set(Object.keys(metafile.outputs).map((output) => join(ROOT, output)));
  for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && !built.has(path)) await rm(path);
  }
}

/** The error message for definitions without a handler file; undefined when there are none. */
export function missingHandlersMessage(missing: readonly FunctionSource[]): string | undefined {
  if (missing.length === 0) return undefined;
  const files = missing.map(({ entry }) => relative(ROOT, entry)).join(', ');
  return `Defined in shared/api, but without a handler file: ${files}`;
}

const COMMON_SETTINGS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: [...NODE_TARGETS],
  // An ES module is taken before a CommonJS one of the same package, because unused parts of it can be left out.
  mainFields: ['module', 'main'],
  define: { 'process.env.NODE_ENV': '"production"' },
  minify: true,
  legalComments: 'none',
  metafile: true,
  plugins: [embedFiles, withoutWorkers],
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * The packages that the AWS SDK imports only for credentials that do not come from Lambda's variables: profiles, single sign-on,
 * metadata services.
 * Functions give their clients credentials (functions/aws-clients.ts), so these imports never run. Bundled,
 * they are 100 kB of each file, and keep esbuild from leaving out unused parts of what they share with the clients.
 */
const NEVER_IMPORTED = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
];

/** The settings of esbuild for functions as they are deployed. Source maps have no source text, which would be 470 MB. */
export function deployedSettings(sources: readonly FunctionSource[], directory: string) {
  return {
    ...COMMON_SETTINGS,
    entryPoints: sources.map(({ name, entry }) => ({ in: entry, out: join(name, basename(name)) })),
    outdir: directory,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    // A CommonJS file has no import.meta, which packages ask for the address of their files.
    define: { ...COMMON_SETTINGS.define, 'import.meta.url': 'FILE_URL' },
    banner: { js: `const FILE_URL=require('node:url').pathToFileURL(__filename).href;` },
    external: NEVER_IMPORTED,
    sourcemap: 'external',
    sourcesContent: false,
  } as const satisfies BuildOptions;
}

/** The settings of esbuild for functions as the local machine runs them: with source maps for a debugger, and not minified, which takes more than half of the time of the build. */
function localSettings(sources: readonly FunctionSource[], directory: string) {
  return {
    ...COMMON_SETTINGS,
    entryPoints: sources.map(({ name, entry }) => ({ in: entry, out: name })),
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    minify: false,
    format: 'esm',
    sourcemap: 'linked',
    // Some CommonJS dependencies call `require` at run time, which an ES module does not have.
    banner: {
      js: `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);`,
    },
  } as const satisfies BuildOptions;
}

/** The folders whose changes make a new build. */
const WATCHED = ['functions', 'shared', 'lib'];

/**
 * Bundles every function as the local machine runs them, now and after every change, until `stop` is called. Packages stay
 * outside of the bundles, which has a rebuild done in a quarter of the time, so `directory` has to be in the repository.
 * Throws esbuild's errors when the first build fails.
 */
export async function watchFunctions({
  directory,
  onRebuild,
  onError,
}: WatchOptions): Promise<{ stop(): Promise<void> }> {
  const { mainFields: _, ...unbundled } = localSettings(sourcesOf().present, directory);
  const builder = await context({ ...unbundled, packages: 'external' });
  const rebuild = async () => {
    await builder.rebuild();
    onRebuild?.();
  };
  const changed = oneAtATime(() =>
    rebuild().catch((fault: BuildFailure) => onError?.(reportOf(fault))),
  );
  // esbuild's own watch looks for changes only now and then: a file may wait for two seconds.
  const watchers = WATCHED.map((folder) =>
    watchFolder(join(ROOT, folder), { recursive: true }, changed),
  );
  const stop = async () => {
    for (const watcher of watchers) watcher.close();
    await builder.dispose();
  };
  try {
    await rebuild();
    return { stop };
  } catch (fault) {
    onError?.(reportOf(fault as BuildFailure));
    await stop();
    throw fault;
  }
}

const reportOf = ({ errors = [], message }: Partial<BuildFailure>): string =>
  errors.map(({ text, location }) => `${location?.file}: ${text}`).join('\n') || String(message);

/** How long to wait for further changes, in milliseconds: an editor changes a file in several steps. */
const SETTLE = 20;

/** Returns a function that runs `work` soon; calls that come until then or during a run are one further run. */
function oneAtATime(work: () => Promise<unknown>): () => void {
  let waiting = false;
  let running = Promise.resolve<unknown>(undefined);
  return () => {
    if (waiting) return;
    waiting = true;
    running = running
      .then(() => new Promise((resolve) => setTimeout(resolve, SETTLE)))
      .then(() => {
        waiting = false;
        return work();
      });
  };
}
