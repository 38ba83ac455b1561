import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { type ProductProps, product } from '../../lib/cloud/product.ts';
import { readStageSettings, type StageSettings } from '../../lib/settings.ts';
import { areas } from '../../shared/api/index.ts';
import { schedules } from '../../shared/api/schedules.ts';
import { subscribers } from '../../shared/api/subscribers.ts';

export type Resource = {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into resources of every type
  readonly Properties?: any;
  readonly DeletionPolicy?: string;
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
};

const ROOT = join(import.meta.dirname, '../..');

/** A stage with all that a stage can have. */
export const PRODUCTION: StageSettings = {
  ...readStageSettings('example'),
  stage: 'prod',
  production: true,
  waf: true,
  quietHours: 6,
  domain: { name: 'letters.example.org', hostedZoneId: 'Z0123456789ABCDEFGHIJ' },
};

/** The same elsewhere, with what CloudFront wants in its own region. */
export const ABROAD: StageSettings = { ...PRODUCTION, stage: 'abroad', region: 'eu-central-1' };

/**
 * The templates of the product by name, nested ones included, from the settings of `example` and a bundle of one
 * empty file: what the functions hold does not change them. Throws when cdk-nag finds something.
 */
export const synthesise = (
  changed: Partial<ProductProps> = {},
): Readonly<Record<string, Template>> => assembled(changed, templatesIn);

/** The same, and what `read` makes of it before the files are gone. */
export function assembled<Read>(
  changed: Partial<ProductProps>,
  read: (assembly: CloudAssembly) => Read,
): Read {
  const outdir = mkdtempSync(join(tmpdir(), 'replypaid-synth-'));
  const bundles = mkdtempSync(join(tmpdir(), 'replypaid-bundles-'));
  const web = mkdtempSync(join(tmpdir(), 'replypaid-web-'));
  try {
    writeFileSync(join(bundles, 'empty.mjs'), 'export {};');
    copyFileSync(join(ROOT, 'web/index.html'), join(web, 'index.html'));
    writeFileSync(join(web, 'sw.js'), '');
    const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));
    const app = new App({ outdir, context, analyticsReporting: false });
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
    for (const directory of [outdir, bundles, web]) rmSync(directory, { recursive: true });
  }
}

function templatesIn({ directory }: CloudAssembly): Readonly<Record<string, Template>> {
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
export function resourcesOf(
  templates: Readonly<Record<string, Template>>,
  type: string,
): readonly Resource[] {
  return Object.values(templates).flatMap(({ Resources }) =>
    Object.values(Resources).filter((resource) => resource.Type === type),
  );
}
