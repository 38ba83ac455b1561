import { expect, test } from '@jest/globals';
import { ID_ALPHABET, id, newId, timeOf } from '#shared/ids.ts';
import { instant, later } from '#shared/time.ts';

const NOW = instant(Date.UTC(2027, 0, 5, 12));

test('ids of one moment differ, and any character can be at each random place', () => {
  const ids = Array.from({ length: 2_000 }, () => newId(NOW));
  expect(new Set(ids).size).toBe(ids.length);
  for (let place = 10; place < 26; place += 1)
    expect([...new Set(ids.map((one) => one[place]))].sort().join('')).toBe(ID_ALPHABET);
});

test('an id is valid, and says when it was made', () => {
  const made = newId(NOW);
  expect(id().safeParse(made).success).toBe(true);
  expect(timeOf(made)).toBe(NOW);
  expect(made < newId(later(NOW, 1))).toBe(true);
});
