import { describe, expect, test } from '@jest/globals';
import { keyOf, userKey } from '#functions/storage/keys.ts';
import { linksOf, moveLink } from '#functions/storage/links/links.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { ORDER_MAX } from '#shared/rules/links/link-order.ts';
import { namesOf, ownerOf } from '../../support/links.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const withLinks = (...names: string[]) => ownerOf(world, ...names);

describe('a moved link', () => {
  test.each([
    [0, 2, 'BCAD'],
    [0, 3, 'BCDA'],
    [3, 0, 'DABC'],
    [2, 1, 'ACBD'],
    [1, 1, 'ABCD'],
    [1, 99, 'ACDB'],
  ])('from position %i to %i gives the order %s', async (from, to, order) => {
    const { owner, added } = await withLinks('A', 'B', 'C', 'D');
    await owner.movesLink(added[from] as Ref, to);
    expect(namesOf(await owner.links()).join('')).toBe(order);
  });

  test('stays before links that are added later', async () => {
    const { owner, added } = await withLinks('A', 'B');
    await owner.movesLink(added[0] as Ref, 1);
    await owner.addsLink('C');
    expect(namesOf(await owner.links()).join('')).toBe('BAC');
  });

  test('is the only item that is written', async () => {
    const { owner, added } = await withLinks('A', 'B', 'C', 'D');
    const before = await linksOf(table, owner.id);
    await owner.movesLink(added[3] as Ref, 1);
    const after = await linksOf(table, owner.id);
    const written = after.filter(
      (link) => before.find(({ id }) => id === link.id)?.order !== link.order,
    );
    expect(written.map(({ id }) => id)).toEqual([added[3]?.id]);
  });

  test('and another link that is moved at the same time both get their positions', async () => {
    const { owner, added } = await withLinks('A', 'B', 'C', 'D');
    await Promise.all([owner.movesLink(added[0] as Ref, 3), owner.movesLink(added[3] as Ref, 0)]);
    expect(namesOf(await owner.links())).toHaveLength(4);
    // Moving all links to the front concurrently loses none, and they can still be reordered.
    await Promise.all(added.map((link) => owner.movesLink(link, 0)));
    expect(
      namesOf(await owner.links())
        .sort()
        .join(''),
    ).toBe('ABCD');
    for (const [index, link] of added.entries()) await owner.movesLink(link, index);
    expect(namesOf(await owner.links()).join('')).toBe('ABCD');
  });

  test('can be moved any number of times: the sort keys are renumbered before they grow long', async () => {
    const { owner } = await withLinks('A', 'B', 'C');
    let [first, second, third] = await linksOf(table, owner.id);
    for (let round = 0; round < 320; round += 1) {
      await moveLink(table, owner.id, { linkId: second?.id ?? '', index: 0, now: world.now() });
      [first, second, third] = await linksOf(table, owner.id);
      expect(third?.name).toBe('C');
      expect([first, second].map((link) => link?.name)).toEqual(
        round % 2 === 0 ? ['B', 'A'] : ['A', 'B'],
      );
      expect((first?.order ?? '').length).toBeLessThanOrEqual(ORDER_MAX);
    }
    // The link that was never moved is renumbered too.
    expect(third?.order).toHaveLength(2);
    await owner.addsLink('D');
    expect(namesOf(await owner.links()).join('')).toBe('ABCD');
  });

  test('is moved although another one is moved while the sort keys are renumbered', async () => {
    const { owner, added } = await withLinks('A', 'B', 'C', 'D');
    const [a, b] = await linksOf(table, owner.id);
    if (!a || !b) throw new Error('there are no links');
    // Between these two there is no room for a short sort key.
    const order = `${a.order}!${a.id}${'!'.repeat(ORDER_MAX)}1`;
    await table.write(update(keyOf(b), { set: { order } }));
    await world.overtaken(() => owner.movesLink(added[2] as Ref, 1), {
      at: userKey(owner.id),
      by: () => owner.movesLink(added[3] as Ref, 0),
    });
    expect(namesOf(await owner.links()).join('')).toBe('DCAB');
  });

  test('needs an integer position from 0', async () => {
    const { owner, added } = await withLinks('A', 'B');
    for (const index of [-1, 'first', 1.5, '']) {
      const refused = await responseTo(owner.movesLink(added[0] as Ref, index));
      expect(refused.http).toBe(400);
      expect(refused.body.status).toBe('INVALID_INPUT');
      expect(refused.body.fields).toHaveProperty('destinationIndex');
    }
    expect(namesOf(await owner.links()).join('')).toBe('AB');
  });
});
