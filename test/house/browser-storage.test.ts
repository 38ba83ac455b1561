import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { codeOf, filesUnder, ROOT } from './source-files.ts';

/* Browsers refuse storage: every access goes through one module that survives it. */

/** What throws where storage is refused, also when it is only read. */
const STORAGE =
  /\b(localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie|navigator\.(serviceWorker|storage)|caches\.)/;

/** The two modules, and the service worker, which has its own cache. */
const ALLOWED = ['web/src/api/device-files.ts', 'web/src/api/storage.ts', 'web/src/sw.ts'];

test('only storage.ts and device-files.ts of web/src/api use the storage of the browser', () => {
  const direct = filesUnder('web/src').filter((file) => STORAGE.test(codeOf(file)));
  expect(direct.map(({ path }) => path).filter((path) => !ALLOWED.includes(path))).toEqual([]);
});

test('the inline script uses the storage only where an exception is caught', () => {
  const script = readFileSync(join(ROOT, 'web/head.js'), 'utf8').replace(/^\s*(\/\/|\*).*$/gm, '');
  const uses = script.split('\n').filter((line) => STORAGE.test(line));
  expect(uses.filter((line) => !line.includes('attempt(() =>'))).toEqual([]);
  expect(uses).not.toEqual([]);
});

test('only web/src/api/lock.ts, and the shared connection, use locks, which browsers refuse with the storage', () => {
  const direct = filesUnder('web/src').filter((file) => codeOf(file).includes('navigator.locks'));
  expect(direct.map(({ path }) => path)).toEqual([
    'web/src/api/lock.ts',
    'web/src/features/live/shared-link.ts',
  ]);
});
