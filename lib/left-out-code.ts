import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/*
 * Parts of packages that no function runs. Bundles have empty parts in their place, which throw when they are used; it would
 * lengthen each cold start to load them. test/cloud/left-out-code.test.ts holds that nothing which is used is left out.
 */

/** The resources of Stripe's API that functions call; the `stripe` package has 70, and 130 in namespaces. */
export const STRIPE_RESOURCES: readonly string[] = [
  'AccountLinks',
  'Accounts',
  'Balance',
  'BalanceTransactions',
  'Customers',
  'Disputes',
  'Events',
  'Files',
  'InvoicePayments',
  'Invoices',
  'PaymentIntents',
  'PaymentMethods',
  'Prices',
  'Refunds',
  'SetupIntents',
  'Subscriptions',
  'Transfers',
];

/** The packages that sanitize-html uses for style attributes and dates alone, of which the product allows none. */
const UNUSED_BY_SANITIZER = /^(postcss|dayjs)$/;

const isUnusedResource = (path: string): boolean =>
  /\/resources\/.+\//.test(path.slice(path.lastIndexOf('/esm/'))) ||
  (basename(dirname(path)) === 'resources' &&
    ![...STRIPE_RESOURCES, 'OAuth'].includes(basename(path, '.js')));

/** The esbuild plugin that leaves these parts out. */
export const leaveOutCode: Plugin = {
  name: 'leave-out-code',
  setup(build) {
    build.onLoad({ filter: /[\\/]stripe[\\/]esm[\\/]resources[\\/].+\.js$/ }, async ({ path }) =>
      isUnusedResource(path) ? { contents: emptyClasses(await readFile(path, 'utf8')) } : undefined,
    );
    build.onLoad({ filter: /[\\/]stripe[\\/]esm[\\/]resources\.js$/ }, async ({ path }) => ({
      contents: keptResources(await readFile(path, 'utf8')),
    }));
    build.onResolve({ filter: UNUSED_BY_SANITIZER }, ({ path, importer }) =>
      /[\\/]node_modules[\\/](sanitize-html|launder)[\\/]/.test(importer)
        ? { path, namespace: 'left-out' }
        : undefined,
    );
    // The sanitizer uses the parser alone, not what builds and serializes documents.
    build.onResolve({ filter: /^htmlparser2$/ }, ({ importer, resolveDir }) =>
      /[\\/]node_modules[\\/]sanitize-html[\\/]/.test(importer)
        ? { path: join(resolveDir, '../htmlparser2/dist/Parser.js') }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `module.exports = () => { throw new Error('${path} is left out of the functions'); };
module.exports.parse = module.exports;
module.exports.extend = () => {};`,
    }));
  },
};

function emptyClasses(source: string): string {
  const names = [...source.matchAll(/^export class (\w+)/gm)].map(([, name]) => name);
  if (names.length === 0) throw new Error('a resource of the stripe package has no class');
  return names.map((name) => `export class ${name} {}`).join('\n');
}

/** The list of the resources without those left out. OAuth stays, because the client creates its `oauth` from it. */
function keptResources(source: string): string {
  const kept = [...source.matchAll(/^export \{ .+ \} from '\.\/resources\/(\w+)\.js';$/gm)].filter(
    ([, file = '']) => file === 'OAuth' || STRIPE_RESOURCES.includes(file),
  );
  if (kept.length < STRIPE_RESOURCES.length)
    throw new Error('the stripe package lists its resources in another way');
  return kept.map(([line]) => line).join('\n');
}
