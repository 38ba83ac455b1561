import { at, numberAt, type Results } from './results.ts';
import { number, table } from './table.ts';

/** The purposes of the heaviest packages. Those with a platform in their name are programs for one platform. */
const PURPOSES: Readonly<Record<string, string>> = {
  'aws-cdk-lib': 'the constructs of the deployed stacks',
  'aws-cdk': 'the command that synthesizes and deploys them',
  '@aws-cdk/asset-awscli-v1': 'the AWS CLI for the function that uploads the web app to S3',
  '@biomejs/cli-linux-x64': 'Biome: formats and checks the code',
  '@sparticuz/chromium': 'a compressed Chromium for the tests of screens',
  'playwright-core': 'drives Chromium in the tests of screens',
  'lucide-react': 'icons; a screen loads those that it shows',
  '@typescript/typescript-linux-x64': 'TypeScript: checks the types',
  '@rolldown/binding-linux-x64-gnu': 'Rolldown, the bundler of Vite',
  '@esbuild/linux-x64': 'esbuild: bundles the functions',
  '@swc/core-linux-x64-gnu': 'SWC: compiles the tests',
  'lightningcss-linux-x64-gnu': 'Lightning CSS: compiles the style sheet',
  '@dynoxide/linux-x64': 'the engine of the local table',
  '@libsql/linux-x64-gnu': "SQLite: adds an index to the engine's file",
  'libphonenumber-js': 'reads and checks phone numbers',
  stripe: "Stripe's client; functions bundle the resources that they call",
  jsdom: 'a document for the tests of components',
};

/** Returns what `npm ci` installs, with the purpose of each of the heaviest packages; undefined if it was not measured. */
export function packagesSection({ parts }: Results): string | undefined {
  const figures = parts.install?.figures;
  const heaviest = at(figures, 'heaviest');
  if (typeof heaviest !== 'object') return undefined;
  const rows = Object.keys(heaviest).map((name) => [
    name,
    number(numberAt(heaviest, name)),
    PURPOSES[name] ?? '–',
  ]);
  return `## Packages

\`npm ci\` with npm's cache takes ${number(numberAt(figures, 'seconds'))} seconds and installs ${number(numberAt(figures, 'packages'))} packages, ${number(numberAt(figures, 'megabytes'))} MB; the ten heaviest:

${table(['package', 'MB', 'for'], rows)}`;
}
