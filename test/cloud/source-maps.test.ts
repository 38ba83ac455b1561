import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { archiveHashOf } from '#lib/source-maps.ts';
import { areas } from '#shared/api/index.ts';
import { assembled, resourcesOf, synthesise } from './synthesise.ts';

test('source maps are uploaded under the build that each function names, where an operator looks them up', () => {
  const functions = resourcesOf(synthesise(), 'AWS::Lambda::Function').filter(
    ({ Properties }) => Properties.Environment?.Variables?.TABLE_NAME,
  );
  const builds = new Set(
    functions.map(({ Properties }) => Properties.Environment.Variables.BUILD as string),
  );
  expect(builds.size).toBe(1);
  const [build = ''] = builds;
  expect(build).toMatch(/^[0-9a-f]{16}$/);
  const keys = assembled({ areas: { billing: areas.billing } }, ({ directory }) => {
    type Asset = { readonly destinations: Readonly<Record<string, { objectKey: string }>> };
    const manifest = readdirSync(directory).find((file) => file.endsWith('-Api.assets.json')) ?? '';
    const { files } = JSON.parse(readFileSync(join(directory, manifest), 'utf8')) as {
      files: Record<string, Asset>;
    };
    return Object.values(files).flatMap(({ destinations }) =>
      Object.values(destinations).map(({ objectKey }) => objectKey),
    );
  });
  expect(keys).toContain(`${archiveHashOf(build)}.gz`);
});
