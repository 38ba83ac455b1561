import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import {
  type BuildOptions,
  type BuildResult,
  build,
  context,
  type Metafile,
  type Plugin,
} from 'esbuild';
import { areas } from '../shared/api/index.ts';
import { schedules } from '../shared/api/schedules.ts';
import { subscribers } from '../shared/api/subscribers.ts';

/*
 * One esbuild pass over every Lambda of the product. The deployed stack and this machine run the same files, so
 * what was tried here is what runs there. The AWS SDK is bundled in the version that was tested, not taken from
 * whatever the runtime carries.
 */

const ROOT = join(import.meta.dirname, '..');

/** Where the bundles go: the one code asset of all functions. */
export const BUNDLE_DIRECTORY = join(ROOT, 'dist/functions');

/** What runs the bundles: the oldest Node.js that package.json allows on a machine, and the runtime in AWS. */
export const NODE_TARGETS = ['node20.19', 'node24'] as const;

/** One Lambda before it is bundled. */
export type FunctionSource = {
  /** Its path below functions/ without the ending, unique: `account/checkUser`, `jobs/expireConversations`. */
  readonly name: string;
  /** The handler's file, absolute. */
  readonly entry: string;
};

/** One Lambda after bundling. */
export type BundledFunction = FunctionSource & {
  /** The bundle, absolute; it exports `handler`. */
  readonly file: string;
  /** Its own bytes and those of every chunk that importing it loads; chunks are shared between functions. */
  readonly bytes: number;
};

export type Bundle = {
  readonly directory: string;
  readonly functions: readonly BundledFunction[];
  /** Definitions without a handler file. Empty in a finished tree; whoever deploys must refuse otherwise. */
  readonly missing: readonly FunctionSource[];
  /** esbuild's own account of what went into which file. */
  readonly metafile: Metafile;
};

export type BundleOptions = {
  readonly directory?: string;
  /** Whether each bundle names its source map, for a debugger. What is deployed does not: its maps are archived. */
  readonly linkSourceMaps?: boolean;
};

export type WatchOptions = BundleOptions & {
  readonly watch: true;
  /** Called after the first pass and after every change that builds. */
  readonly onRebuild?: (bundle: Bundle) => void;
  /** Called with esbuild's own report after a change that does not build; the old bundles stay. */
  readonly onError?: (report: string) => void;
};

/** Every Lambda the definitions ask for, whether or not its file exists yet. */
export function functionSources(): readonly FunctionSource[] {
  return [
    ...Object.entries(areas).flatMap(([area, definitions]) =>
      Object.keys(definitions).map((operation) => `${area}/${operation}`),
    ),
    ...Object.keys(schedules).map((schedule) => `jobs/${schedule}`),
    ...Object.keys(subscribers).map((subscriber) => `events/${subscriber}`),
    'events/publishFacts',
    'webhooks/stripe',
    'deployment/hashOriginKeys',
    'deployment/limitTextMessages',
    'deployment/makeProbeAccount',
    'deployment/makeSupportAccount',
    'deployment/makeTokenKeys',
    'pages/profile',
    'probes/outside',
  ].map((name) => ({ name, entry: join(ROOT, 'functions', `${name}.ts`) }));
}

/**
 * Bundles every function into `directory` and answers what was built. With `watch` it goes on doing so until
 * `stop`. Throws esbuild's report when a file does not build.
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
  const settings = buildOptions(present, directory, options.linkSourceMaps ?? false);
  if ('watch' in options) return watchFunctions(settings, describe, options);
  const { metafile } = await build(settings);
  await removeStale(directory, metafile);
  return describe(metafile);
}

/** What an earlier pass left; afterwards rather than before, so that a process running these files keeps them. */
async function removeStale(directory: string, metafile: Metafile): Promise<void> {
  const built = new Set(Object.keys(metafile.outputs).map((output) => join(ROOT, output)));
  for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && !built.has(path)) await rm(path);
  }
}

/** A sentence for people about definitions without a handler file, or undefined when there are none. */
export function sentenceOnMissing(missing: readonly FunctionSource[]): string | undefined {
  if (missing.length === 0) return undefined;
  const files = missing.map(({ entry }) => relative(ROOT, entry)).join(', ');
  return `Defined in shared/api, but without a handler file: ${files}`;
}

function buildOptions(sources: readonly FunctionSource[], directory: string, linked: boolean) {
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
    minify: true,
    keepNames: true,
    sourcemap: linked ? 'linked' : 'external',
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
    // Some CommonJS dependencies ask for `require` at run time, which an ES module does not have.
    banner: {
      js: `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);`,
    },
  } as const satisfies BuildOptions;
}

async function watchFunctions(
  settings: ReturnType<typeof buildOptions>,
  describe: (metafile: Metafile) => Bundle,
  { onRebuild, onError }: WatchOptions,
) {
  let stop: () => Promise<void> = async () => {};
  const first = await new Promise<Bundle>((resolve, reject) => {
    const onEnd = ({ errors, metafile }: BuildResult<{ metafile: true }>) => {
      if (errors.length > 0 || !metafile) {
        const report = errors.map(({ text, location }) => `${location?.file}: ${text}`).join('\n');
        onError?.(report);
        reject(new Error(report));
      } else {
        const bundle = describe(metafile);
        onRebuild?.(bundle);
        resolve(bundle);
      }
    };
    const report: Plugin = {
      name: 'report',
      setup: (pass) => pass.onEnd((result) => onEnd(result as BuildResult<{ metafile: true }>)),
    };
    context({ ...settings, plugins: [report] }).then((watcher) => {
      stop = () => watcher.dispose();
      return watcher.watch();
    }, reject);
  });
  return { ...first, stop: () => stop() };
}

function bundled(source: FunctionSource, directory: string, metafile: Metafile): BundledFunction {
  const file = join(directory, `${source.name}.mjs`);
  const bytes = [...closure(relative(ROOT, file), metafile)]
    .map((output) => metafile.outputs[output]?.bytes ?? 0)
    .reduce((sum, size) => sum + size, 0);
  return { ...source, file, bytes };
}

/** An output and every chunk that importing it loads at once. */
function closure(output: string, metafile: Metafile, seen = new Set<string>()): Set<string> {
  if (seen.has(output)) return seen;
  seen.add(output);
  for (const { path, kind, external } of metafile.outputs[output]?.imports ?? [])
    if (kind === 'import-statement' && !external) closure(path, metafile, seen);
  return seen;
}
