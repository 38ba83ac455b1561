import { describe, expect, test } from '@jest/globals';
import { appended, type Change, ifMissing } from '#functions/storage/changes.ts';
import {
  above,
  atLeast,
  atMost,
  below,
  type Condition,
  exists,
  isNot,
  lacks,
  missingOr,
  oneOf,
  shorterThan,
  within,
} from '#functions/storage/conditions.ts';
import { type KeyOf, roomKey } from '#functions/storage/keys.ts';
import { check, put, remove, table, update } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { instant } from '#shared/time.ts';
import { worldOfFile } from '../support/test-world.ts';

/* Changes and conditions of items: what they do in the table, and that only attributes of the item's type compile. */

worldOfFile();

type Box = {
  readonly label: string;
  readonly size: number;
  readonly count?: number;
  readonly openedAt?: number;
  readonly notes?: readonly string[];
  readonly owners?: ReadonlySet<string>;
  readonly lid?: { readonly color: string; readonly weight?: number };
  readonly formerLid?: { readonly color: string; readonly weight?: number };
};

const KEY: KeyOf<Box> = { pk: 'BOX', sk: 'BOX' };
const BOX: Box = {
  label: 'a',
  size: 2,
  notes: ['first'],
  owners: new Set(['ana', 'ben']),
  lid: { color: 'red', weight: 3 },
};

/** The attributes of the stored item after a change of BOX. */
async function changedBy(change: Change<Box>): Promise<Box> {
  await table.write(put({ ...KEY, ...BOX }));
  const {
    pk: _pk,
    sk: _sk,
    ...attributes
  } = (await table.change<typeof KEY & Box, never>(update(KEY, change))) as typeof KEY & Box;
  return attributes;
}

describe('a change of an item', () => {
  test('sets attributes, and leaves those that are undefined as they are', async () => {
    const change = { set: { size: 3, label: undefined, openedAt: 7, gsi1pk: 'LIST' } };
    expect(await changedBy(change)).toEqual({ ...BOX, size: 3, openedAt: 7, gsi1pk: 'LIST' });
  });

  test('removes attributes that are undefined where it sets or removes', async () => {
    const { notes: _notes, ...rest } = BOX;
    const change = { setOrRemove: { notes: undefined, count: 1 } };
    expect(await changedBy(change)).toEqual({ ...rest, count: 1 });
  });

  test('sets an attribute that is missing, and keeps one that is there', async () => {
    const change = { set: { count: ifMissing(1), size: ifMissing(9) } };
    expect(await changedBy(change)).toEqual({ ...BOX, count: 1 });
  });

  test('appends to a list', async () => {
    const { notes } = await changedBy({ set: { notes: appended(['second']) } });
    expect(notes).toEqual(['first', 'second']);
  });

  test('begins a list that is missing', async () => {
    await table.write(remove(KEY));
    const change = { set: { label: 'b', notes: appended(['only']) } };
    expect(await table.change(update(KEY, change))).toEqual({
      ...KEY,
      label: 'b',
      notes: ['only'],
    });
  });

  test('changes attributes of a map', async () => {
    const { lid } = await changedBy({
      setIn: { lid: { color: 'blue' } },
      removeIn: { lid: ['weight'] },
    });
    expect(lid).toEqual({ color: 'blue' });
  });

  test('leaves maps as they are of which it changes nothing', async () => {
    const change = {
      set: { size: 3 },
      setIn: { lid: { weight: undefined } },
      removeIn: { formerLid: [] },
    };
    expect(await changedBy(change)).toEqual({ ...BOX, size: 3 });
  });

  test('copies an attribute', async () => {
    expect((await changedBy({ copy: { formerLid: 'lid' } })).formerLid).toEqual(BOX.lid);
  });

  test('removes attributes', async () => {
    const { lid: _lid, ...rest } = BOX;
    expect(await changedBy({ remove: ['lid', 'openedAt'] })).toEqual(rest);
  });

  test('adds to numbers and sets, and takes values out of a set', async () => {
    const added = await changedBy({ add: { size: 5, count: -1, owners: new Set(['cleo']) } });
    expect(added).toEqual({ ...BOX, size: 7, count: -1, owners: new Set(['ana', 'ben', 'cleo']) });
    const { owners } = await changedBy({ takeOut: { owners: new Set(['ben']) } });
    expect(owners).toEqual(new Set(['ana']));
  });

  test('of 48 entries of a map with ids has an expression below the 4 KB that DynamoDB takes', () => {
    const ids = Array.from({ length: 48 }, () => newId(instant(0)));
    const members = Object.fromEntries(ids.map((id) => [id, 7]));
    const { write } = update(roomKey('chat'), { setIn: { members } });
    expect(write.Update?.UpdateExpression?.length).toBeLessThan(3_000);
  });

  test('fails if it names no attribute', () => {
    expect(() => update(KEY, { set: { size: undefined } })).toThrow('no attribute');
  });

  test('is made on a condition on the same attribute', async () => {
    await table.write(put({ ...KEY, ...BOX }));
    const grow = () =>
      table.write(update(KEY, { set: { size: 3 } }, { when: { size: 2 }, otherwise: 'GROWN' }));
    expect(await grow()).toBe('done');
    expect(await grow()).toBe('GROWN');
  });
});

type When = Condition<Box, string>['when'];

/** Whether a condition holds for BOX. */
async function holds(when: When): Promise<boolean> {
  await table.write(put({ ...KEY, ...BOX }));
  return (await table.transact(check(KEY, { when, otherwise: 'NO' }))) === 'done';
}

describe('a condition', () => {
  test.each<[string, When, When]>([
    ['a value', { label: 'a' }, { label: 'b' }],
    ['a missing attribute', { count: undefined }, { size: undefined }],
    ['an attribute that is there', { lid: exists }, { count: exists }],
    ['an item', { pk: exists }, { pk: undefined }],
    ['less than a number', { size: below(3) }, { size: below(2) }],
    ['at most a number', { size: atMost(2) }, { size: atMost(1) }],
    ['more than a number', { size: above(1) }, { size: above(2) }],
    ['at least a number', { size: atLeast(2) }, { size: atLeast(3) }],
    ['another value', { label: isNot('b') }, { label: isNot('a') }],
    ['one of several values', { label: oneOf('b', 'a') }, { label: oneOf('b', 'c') }],
    ['a list without a value', { notes: lacks('x') }, { notes: lacks('first') }],
    ['a short list', { notes: shorterThan(2) }, { notes: shorterThan(1) }],
    [
      'an attribute of a map',
      { lid: within({ color: 'red' }) },
      { lid: within({ color: 'blue' }) },
    ],
    ['what is missing or passes', { count: missingOr(1) }, { size: missingOr(below(2)) }],
    ['all attributes', { label: 'a', size: 2 }, { label: 'a', size: 1 }],
    ['one match of several', [{ label: 'b' }, { size: 2 }], [{ label: 'b' }, { size: 1 }]],
    [
      'an alternative within a match',
      { count: missingOr(1), label: 'a' },
      { count: missingOr(1), label: 'b' },
    ],
  ])('holds for %s, and for nothing else', async (_what, match, other) => {
    expect(await holds(match)).toBe(true);
    expect(await holds(other)).toBe(false);
  });

  test('fails if it names no attribute', () => {
    expect(() => check(KEY, { when: {}, otherwise: 'NO' })).toThrow('no attribute');
  });
});

// The compiler reports each of these lines that compiles, because its comment then expects an error in vain.
test('an attribute that the type of an item lacks, or has with another type, does not compile', () => {
  const made = [
    // @ts-expect-error: no such attribute
    () => update(KEY, { set: { renamed: 'b' } }),
    // @ts-expect-error: no such attribute
    () => update(KEY, { setOrRemove: { renamed: 'b' } }),
    // @ts-expect-error: no such attribute
    () => update(KEY, { remove: ['renamed'] }),
    // @ts-expect-error: no such attribute
    () => update(KEY, { add: { renamed: 1 } }),
    // @ts-expect-error: no such attribute
    () => update(KEY, { copy: { lid: 'renamed' } }),
    // @ts-expect-error: no such attribute of the map
    () => update(KEY, { setIn: { lid: { renamed: 'b' } } }),
    // @ts-expect-error: no such attribute of the map
    () => update(KEY, { removeIn: { lid: ['renamed'] } }),
    // @ts-expect-error: no such attribute
    () => check(KEY, { when: { renamed: 'b' }, otherwise: 'NO' }),
    // @ts-expect-error: no such attribute
    () => remove(KEY, { when: [{ label: 'a' }, { renamed: exists }], otherwise: 'NO' }),
    // @ts-expect-error: no such attribute
    () => put({ ...KEY, ...BOX }, { when: { renamed: undefined }, otherwise: 'NO' }),
    // @ts-expect-error: no such attribute of the map
    () => check(KEY, { when: { lid: within({ renamed: 'b' }) }, otherwise: 'NO' }),
    // @ts-expect-error: nothing is known of the item under a key without a type
    () => update({ pk: 'BOX', sk: 'BOX' }, { set: { renamed: 'b' } }),
    // @ts-expect-error: another type
    () => update(KEY, { set: { label: 1 } }),
    // @ts-expect-error: another type
    () => update(KEY, { set: { notes: appended([1]) } }),
    // @ts-expect-error: text cannot be added to
    () => update(KEY, { add: { label: 'b' } }),
    // @ts-expect-error: another type
    () => check(KEY, { when: { size: below('b') }, otherwise: 'NO' }),
  ];
  for (const make of made) expect(make).not.toThrow();
});
