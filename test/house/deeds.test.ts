import { expect, test } from '@jest/globals';
import { AREAS } from '#lib/local/deeds/actor.ts';
import { callerOf } from '#lib/local/deeds/calls.ts';

test('no two areas have a deed of the same name, and none has the name of a call', () => {
  const caller = callerOf('', () => new Promise(() => {}));
  const names = [caller, ...AREAS.map((deedsOf) => deedsOf(caller))].flatMap(Object.keys);
  expect(names.filter((name, nth) => names.indexOf(name) !== nth)).toEqual([]);
});
