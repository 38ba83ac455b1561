import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { type CloudAssembly, DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { type ProductProps, product } from '#lib/cloud/product.ts';
import { deployedFileOf } from '#lib/deployed-file.ts';
import { readStageSettings, type StageSettings } from '#lib/settings.ts';
import { functionDefinitions } from '#shared/api/all-functions.ts';
import { areas } from '#shared/api/index.ts';
import { schedules } from '#shared/api/schedules.ts';
import { subscribers } from '#shared/api/subscribers.ts';

export type Resource = {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read properties of every resource type
  readonly Properties?: any;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
  readonly UpdatePolicy?: {
    readonly CodeDeployLambdaAliasUpdate?: {
      readonly DeploymentGroupName: { readonly Ref: string };
    };
  };
};
export type Template = {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
  readonly Parameters?: Readonly<Record<string, unknown>>;
};
type Templates = Readonly<Record<string, Template>>;

const ROOT = join(import.meta.dirname, '../..');

/** Settings that enable everything that a stage can have. */
export const PRODUCTION: StageSettings = {
  ...readStageSettings('example'),
  stage: 'prod',
  production: true,
  waf: true,
  quietHours: 6,
  email: { from: 'letters@example.org' },
  domain: { name: 'letters.example.org', hostedZoneId: 'Z0123456789ABCDEFGHIJ' },
};

/** The same stage in another region, with the separate stack in CloudFront's region. */
export const ABROAD: StageSettings = { ...PRODUCTION, stage: 'abroad', region: 'eu-central-1' };

/**
 * Returns the templates of the product by name, including nested ones, for the settings of `example`. Each bundle is
 * one empty file, because the code does not change the templates. Throws if cdk-nag reports something.
 */
export function synthesise(changed: Partial<ProductProps> = {}): Templates {
  const kept = keptFile(changed);
  if (!kept) return assembled(changed, templatesIn);
  const isClaimed = claim(kept);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
  try {
    const templates = assembled(changed, templatesIn);
    // Renamed into place when it is complete, because other workers look for it.
    const unfinished = `${kept}.${randomUUID()}`;
    writeFileSync(unfinished, JSON.stringify(templates));
    renameSync(unfinished, kept);
    return templates;
  } finally {
    if (isClaimed) rmSync(claimOf(kept));
  }
}

const claimOf = (kept: string) => `${kept}.claim`;

/**
 * Waits until a file exists, or until no other worker is making it. Returns whether this worker shall make it; false also after
 * two minutes, when the other one must have died.
 */
function claim(kept: string): boolean {
  for (let tries = 0; tries < 1_200 && !existsSync(kept); tries += 1) {
    try {
      writeFileSync(claimOf(kept), '', { flag: 'wx' });
      return true;
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  return false;
}

/**
 * Returns the path at which the templates of one variant are shared with the other test files of the run
 * (make-template-folder.ts), because one synthesis takes five seconds of CPU. Undefined for fake operations,
 * schedules or subscribers, which have no names.
 */
function keptFile({ areas: chosen, ...changed }: Partial<ProductProps>): string | undefined {
  const folder = process.env.SYNTHESISED_TEMPLATES;
  const real = new Set(Object.values(areas).flatMap((area) => Object.values<unknown>(area)));
  const operations = Object.entries(chosen ?? {}).flatMap(([area, definitions]) =>
    Object.entries(definitions).map(([key, definition]) => ({ area, key, definition })),
  );
  const others = Object.keys({ ...changed.schedules, ...changed.subscribers });
  if (!folder || others.length > 0 || operations.some(({ definition }) => !real.has(definition)))
    return;
  const named = operations.map(({ area, key, definition }) => [area, key, definition.name]);
  const variant = JSON.stringify(
    { ...changed, areas: chosen && [Object.keys(chosen), named] },
    (_key, value) => (value === undefined ? 'undefined' : value),
  );
  return join(folder, `${createHash('sha256').update(variant).digest('hex')}.json`);
}

/** Synthesizes the product, applies `read` to the files that CDK wrote, and deletes them. */
export function assembled<Read>(
  changed: Partial<ProductProps>,
  read: (assembly: CloudAssembly) => Read,
): Read {
  const outdir = mkdtempSync(join(tmpdir(), 'replypaid-synth-'));
  const bundles = emptyBundles(changed);
  const web = mkdtempSync(join(tmpdir(), 'replypaid-web-'));
  const { stackTraceLimit } = Error;
  try {
    // CDK records where each construct was made: a quarter of the time. `npx cdk synth` has the stack trace of an error.
    Error.stackTraceLimit = 0;
    copyFileSync(join(ROOT, 'web/index.html'), join(web, 'index.html'));
    writeFileSync(join(web, 'sw.js'), '');
    const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));
    const app = new App({
      outdir,
      // Copying seven hundred files and deleting them again took a third of the time.
      context: { ...context, [DISABLE_ASSET_STAGING_CONTEXT]: true },
      analyticsReporting: false,
      treeMetadata: false,
      // It only prints warnings, and takes longer than everything else. cdk-nag runs, and service-spec.test.ts validates.
      builtinCloudFormationValidation: false,
    });
    product(app, {
      settings: readStageSettings('example'),
      areas,
      schedules,
      subscribers,
      bundles,
      web: { directory: web, files: ['assets', 'index.html', 'sw.js'] },
      ...changed,
    });
    return read(app.synth());
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    for (const directory of [outdir, web]) rmSync(directory, { recursive: true });
  }
}

/** Returns a folder of this worker with an empty bundle of each function, so far as one has been synthesized. */
function emptyBundles({ areas: chosen, ...changed }: Partial<ProductProps>): string {
  // Each worker has its own, because a half-written file would change the templates of another.
  const bundles = join(process.env.SYNTHESISED_TEMPLATES ?? tmpdir(), `bundles-${process.pid}`);
  const names = [
    ...functionDefinitions.keys(),
    ...Object.entries(chosen ?? {}).flatMap(([area, definitions]) =>
      Object.values<{ name: string }>(definitions).map(({ name }) => `${area}/${name}`),
    ),
    ...Object.values(changed.schedules ?? {}).map(({ name }) => `jobs/${name}`),
    ...Object.values(changed.subscribers ?? {}).map(({ name }) => `events/${name}`),
  ];
  for (const name of names) {
    const bundle = deployedFileOf(bundles, name);
    if (existsSync(`${bundle}.map`)) continue;
    mkdirSync(join(bundles, name), { recursive: true });
    writeFileSync(bundle, '');
    writeFileSync(`${bundle}.map`, '{"version":3,"sources":[],"mappings":""}');
  }
  return bundles;
}

function templatesIn({ directory }: CloudAssembly): Templates {
  return Object.fromEntries(
    readdirSync(directory)
      .filter((file) => file.endsWith('.template.json'))
      .map((file) => [
        file.replace(/(\.nested)?\.template\.json$/, ''),
        JSON.parse(readFileSync(join(directory, file), 'utf8')),
      ]),
  );
}

/** The resources of one type in some or all templates, by their logical ids. */
export function resourcesOf(templates: Templates, type: string): readonly Resource[] {
  return Object.values(templates).flatMap(({ Resources }) =>
    Object.values(Resources).filter((resource) => resource.Type === type),
  );
}
