import { dirname, posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { importCircles } from './import-circles.ts';
import { filesUnder, type SourceFile, sourceFiles } from './source-files.ts';

/* The allowed directions of imports: web → shared, functions → shared, lib → shared, and lib/local → functions. */

const OURS = /^(bench|bin|lib|packages|shared|functions|web|test)\//;

/** Returns `file → import` for each import of these files that `isWrong`. */
function offences(files: readonly SourceFile[], isWrong: (to: string, from: string) => boolean) {
  return files.flatMap(({ path, imports }) =>
    imports.filter((to) => isWrong(to, path)).map((to) => `${path} → ${to}`),
  );
}

const outside =
  (...allowed: string[]) =>
  (to: string) =>
    OURS.test(to) && !allowed.some((folder) => to.startsWith(`${folder}/`));

describe('the layers of the code', () => {
  test('keep other folders, Node, AWS and React out of shared', () => {
    expect(offences(filesUnder('shared'), outside('shared'))).toEqual([]);
    expect(
      offences(filesUnder('shared'), (to) =>
        /^(node:|@aws|aws-|react|@middy|constructs|stripe)/.test(to),
      ),
    ).toEqual([]);
  });

  test('let web import only shared, and its build the inline scripts, which the headers allow by their hashes', () => {
    const wrong = outside('web', 'shared');
    expect(
      offences(
        filesUnder('web'),
        (to, from) =>
          wrong(to) && !(from === 'web/vite.config.ts' && to === 'lib/inline-scripts.ts'),
      ),
    ).toEqual([]);
    expect(offences(filesUnder('web/src'), (to) => /^(node:|@aws|aws-|stripe$)/.test(to))).toEqual(
      [],
    );
  });

  test('let functions import only shared, and those of pages what renders them', () => {
    const wrong = outside('functions', 'shared');
    expect(
      offences(
        filesUnder('functions'),
        (to, from) =>
          wrong(to) && !(from.startsWith('functions/pages/') && to.startsWith('web/src/server/')),
      ),
    ).toEqual([]);
  });

  test('let lib import shared, lib/local and lib/operator the functions, and lib/cloud only their keys and capabilities', () => {
    const wrong = outside('lib', 'shared');
    const known =
      /^functions\/(storage\/(?:index-|visit-)?keys|capability-policies|role-guard)\.ts$/;
    expect(
      offences(
        filesUnder('lib', 'bin'),
        (to, from) =>
          wrong(to) &&
          !(/^lib\/(local|operator)\//.test(from) && to.startsWith('functions/')) &&
          !(/^lib\/(cloud|permissions)\//.test(from) && known.test(to)),
      ),
    ).toEqual([]);
  });

  test('keep lib/cloud and lib/local apart', () => {
    expect(offences(filesUnder('lib/local'), (to) => to.startsWith('lib/cloud/'))).toEqual([]);
    expect(offences(filesUnder('lib/cloud'), (to) => to.startsWith('lib/local/'))).toEqual([]);
  });

  test('keep the local product and its pages out of everything that is deployed', () => {
    const deployed = filesUnder('shared', 'functions', 'web', 'lib').filter(
      ({ path }) => !/^lib\/(local|operator)\//.test(path),
    );
    const cdk = filesUnder('bin').filter(({ path }) => path === 'bin/replypaid.ts');
    expect(cdk).toHaveLength(1);
    // The CDK app builds the functions with the same module as the local product.
    expect(
      offences(
        [...deployed, ...cdk],
        (to) => /^(lib\/local\/|@replypaid\/)/.test(to) && to !== 'lib/local/builds.ts',
      ),
    ).toEqual([]);
  });

  test('let the workspaces import nothing of the product', () => {
    expect(offences(filesUnder('packages'), outside('packages'))).toEqual([]);
  });

  test('keep tests out of deployed code', () => {
    expect(
      offences(filesUnder('bin', 'lib', 'shared', 'functions', 'web'), (to) =>
        to.startsWith('test/'),
      ),
    ).toEqual([]);
  });
});

test('no files import each other in a circle', () => {
  expect(importCircles(sourceFiles)).toEqual([]);
});

describe('inside the web app', () => {
  test('only its routes, and what renders pages on the server, import the pages of a feature', () => {
    const featureOf = (path: string) => /^web\/src\/features\/([^/]+)/.exec(path)?.[1];
    const isPage = (path: string) => /^web\/src\/features\/[^/]+\/pages\//.test(path);
    const mayOpen = (path: string) => isPage(path) || path.endsWith('/routes.tsx');
    expect(
      offences(
        filesUnder('web/src'),
        (to, from) =>
          isPage(to) &&
          !/^web\/src\/server\/render-(page|outlines)\.tsx$/.test(from) &&
          !(mayOpen(from) && featureOf(from) === featureOf(to)),
      ),
    ).toEqual([]);
  });

  test('api, forms, shell and ui do not import features', () => {
    expect(
      offences(filesUnder('web/src/api', 'web/src/forms', 'web/src/shell', 'web/src/ui'), (to) =>
        to.startsWith('web/src/features/'),
      ),
    ).toEqual([]);
  });

  test('the design does not import the router, queries or operations', () => {
    expect(
      offences(
        filesUnder('web/src/ui'),
        (to) =>
          /^(react-router|@tanstack\/(react-)?query)/.test(to) ||
          /^(shared\/api|web\/src\/(api|features))\//.test(to),
      ),
    ).toEqual([]);
  });
});

describe('a library is imported in one place', () => {
  test('no file imports zod but zod/mini, which weighs a quarter of it', () => {
    expect(offences(sourceFiles, (to) => to === 'zod' || to === 'zod/v4')).toEqual([]);
  });

  test('only the two serve modules import middy', () => {
    const served = ['functions/serve.ts', 'functions/serve-work.ts'];
    expect(
      offences(
        filesUnder('functions'),
        (to, from) => to.startsWith('@middy') && !served.includes(from),
      ),
    ).toEqual([]);
  });

  test('only storage and gateways import the AWS SDK', () => {
    const places = /^functions\/(storage|gateways|events|webhooks)\//;
    expect(
      offences(
        filesUnder('functions'),
        (to, from) => to.startsWith('@aws-sdk/') && !places.test(from),
      ),
    ).toEqual([]);
  });

  test('only the payment gateway and the webhook import Stripe', () => {
    const places = /^functions\/(gateways|webhooks)\//;
    expect(
      offences(
        filesUnder('functions'),
        (to, from) => /^stripe(\/|$)/.test(to) && !places.test(from),
      ),
    ).toEqual([]);
  });
});

test('a module of another folder is imported by the name of that folder', () => {
  const climbing = sourceFiles.flatMap(({ path, text }) =>
    [...text.matchAll(/from '(\.\.\/[^']+)'/g)]
      .map(([, specifier = '']) => posix.join(dirname(path), specifier))
      .filter((to) => /^(shared|functions|lib|bench)\//.test(to) && topOf(to) !== topOf(path))
      .map((to) => `${path} → ${to}`),
  );
  expect(climbing).toEqual([]);
});

const topOf = (path: string) => path.split('/')[0];
