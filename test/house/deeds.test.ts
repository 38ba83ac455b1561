import { expect, test } from '@jest/globals';
import { AREAS } from '#lib/local/deeds/actor.ts';
import { callerOf } from '#lib/local/deeds/calls.ts';
import { areas } from '#shared/api/index.ts';
import { codeOf, filesUnder } from './source-files.ts';

test('no two areas have a deed of the same name, and none has the name of a call', () => {
  const caller = callerOf('', () => new Promise(() => {}));
  const names = [caller, ...AREAS.map((deedsOf) => deedsOf(caller))].flatMap(Object.keys);
  expect(names.filter((name, nth) => names.indexOf(name) !== nth)).toEqual([]);
});

/** The files of the handlers of operations, from the root. */
const HANDLERS = new Set(
  Object.entries(areas).flatMap(([area, operations]) =>
    Object.keys(operations).map((name) => `functions/${area}/${name}.ts`),
  ),
);

/** Tests that import the handler of an operation, each with the reason. */
const IMPORTS_HANDLERS: Readonly<Record<string, string>> = {
  'test/functions/logs.test.ts': 'it loads them once the most verbose level of the log is set',
  'test/functions/notifications/unsubscribe.test.ts':
    'a mailbox sends the fields in the address, and a body of its own',
};

test('tests call operations as people, by a deed or by name, and import no handlers of operations', () => {
  const importing = filesUnder(
    'test/functions',
    'test/operator',
    'test/storage',
    'test/usual-calls',
  )
    .filter(({ imports }) => imports.some((path) => HANDLERS.has(path)))
    .map(({ path }) => path);
  expect(importing.sort()).toEqual(Object.keys(IMPORTS_HANDLERS));
});

test('no test gives a person another token, which the deeds of that person would not use', () => {
  const spreading = filesUnder('test/functions', 'test/operator')
    .filter((file) => /\{\s*\.\.\.\w+(\.\w+)*, (token\b|\.\.\.token)/.test(codeOf(file)))
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.test.ts'));
  expect(spreading).toEqual([]);
});
