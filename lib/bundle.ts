import { existsSync, watch as watchFolder } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type BuildFailure, type BuildOptions, build, context, type Metafile } from 'esbuild';
import { functionDefinitions } from '../shared/api/all-functions.ts';
import { embedFiles } from './embedded-files.ts';
import { leaveOutCode } from './left-out-code.ts';

/*
 * Bundles every Lambda function with esbuild. The deployed stack and the local machine run the same files. All
 * packages are bundled, in their tested versions.
 */

const ROOT = join(import.meta.dirname, '..');

/** The folder of the bundles: one code asset for all functions. */
export const BUNDLE_DIRECTORY = join(ROOT, 'dist/functions');

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
export type BundledFunction = FunctionSource & {
  /** The absolute path of the bundle, which exports `handler`. */
  readonly file: string;
  /** The size of the bundle and of every chunk that it imports. Functions share chunks. */
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
  readonly directory?: string;
  /** Whether each bundle links its source map, for a debugger. Deployed bundles do not: their maps are archived. */
  readonly linkSourceMaps?: boolean;
};

export type WatchOptions = BundleOptions & {
  readonly watch: true;
  /** Called after every successful build, including the first. */
  readonly onRebuild?: (bundle: Bundle) => void;
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

/**
 * Bundles every function into `directory` and returns what was built. With `watch` it rebuilds on every change until
 * `stop` is called; packages then stay outside of the bundles, which has a rebuild done in a quarter of the time, so
 * `directory` has to be in the repository. Throws esbuild's errors when the first build fails.
 */
export function bundleFunctions(options?: BundleOptions): Promise<Bundle>;
export function bundleFunctions(options: WatchOptions): Promise<Bundle & { stop(): Promise<void> }>;
export async function bundleFunctions(
  options: BundleOptions | WatchOptions = {},
): Promise<Bundle | (Bundle & { stop(): Promise<void> })> {
  const directory = options.directory ?? BUNDLE_DIRECTORY;
  const sources = functionSources();
  const present = sources.filter(({ entry }) => existsSync(entry));
  const missing = sources.filter(({ entry }) => !existsSync(entry));
  const describe = (metafile: Metafile): Bundle => ({
    directory,
    functions: present.map((source) => bundled(source, directory, metafile)),
    missing,
    metafile,
  });
  const settings = bundleSettings(present, directory, options.linkSourceMaps ?? false);
  if ('watch' in options) return watchFunctions(settings, describe, options);
  const { metafile } = await build(settings);
  await removeStale(directory, metafile);
  return describe(metafile);
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

/** The settings of esbuild for these functions. */
export function bundleSettings(
  sources: readonly FunctionSource[],
  directory: string,
  linked = false,
) {
  return {
    absWorkingDir: ROOT,
    entryPoints: sources.map(({ name, entry }) => ({ in: entry, out: name })),
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: [...NODE_TARGETS],
    mainFields: ['module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    sourcemap: linked ? 'linked' : 'external',
    legalComments: 'none',
    metafile: true,
    plugins: [leaveOutCode, embedFiles],
    logLevel: 'silent',
    // Some CommonJS dependencies call `require` at run time, which an ES module does not have.
    banner: {
      js: `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);`,
    },
  } as const satisfies BuildOptions;
}

/** The folders whose changes make a new build. */
const WATCHED = ['functions', 'shared', 'lib'];

async function watchFunctions(
  settings: ReturnType<typeof bundleSettings>,
  describe: (metafile: Metafile) => Bundle,
  { onRebuild, onError }: WatchOptions,
) {
  const { mainFields: _, ...unbundled } = settings;
  const builder = await context({ ...unbundled, minify: false, packages: 'external' });
  const rebuild = async () => {
    const bundle = describe((await builder.rebuild()).metafile);
    onRebuild?.(bundle);
    return bundle;
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
    return { ...(await rebuild()), stop };
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

function bundled(source: FunctionSource, directory: string, metafile: Metafile): BundledFunction {
  const file = join(directory, `${source.name}.mjs`);
  const bytes = [...closure(relative(ROOT, file), metafile)]
    .map((output) => metafile.outputs[output]?.bytes ?? 0)
    .reduce((sum, size) => sum + size, 0);
  return { ...source, file, bytes };
}

/** An output and every chunk that it imports statically, directly or indirectly. */
function closure(output: string, metafile: Metafile, seen = new Set<string>()): Set<string> {
  if (seen.has(output)) return seen;
  seen.add(output);
  for (const { path, kind, external } of metafile.outputs[output]?.imports ?? [])
    if (kind === 'import-statement' && !external) closure(path, metafile, seen);
  return seen;
}
