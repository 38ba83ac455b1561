import { describe, expect, test } from '@jest/globals';
import { keyOf, userKey } from '#functions/storage/keys.ts';
import { linksOf, moveLink } from '#functions/storage/links/links.ts';
import { table, update } from '#functions/storage/table.ts';
import { ORDER_MAX } from '#shared/rules/links/link-order.ts';
import { beforeWrite } from '../../support/before-write.ts';
import {
  addLinkAs as add,
  moveLinkAs as move,
  namesOf,
  ownerOf,
  viewLinks as view,
} from '../../support/links.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const owner = (...names: string[]) => ownerOf(world, ...names);

describe('a moved link', () => {
  test.each([
    [0, 2, 'BCAD'],
    [0, 3, 'BCDA'],
    [3, 0, 'DABC'],
    [2, 1, 'ACBD'],
    [1, 1, 'ABCD'],
    [1, 99, 'ACDB'],
  ])('from position %i to %i gives the order %s', async (from, to, order) => {
    const { token, ids } = await owner('A', 'B', 'C', 'D');
    expect((await move(token, ids[from] ?? '', to)).body).toEqual({ status: 'SUCCESS' });
    expect(namesOf(await view(token)).join('')).toBe(order);
  });

  test('stays before links that are added later', async () => {
    const { token, ids } = await owner('A', 'B');
    await move(token, ids[0] ?? '', 1);
    await add(token, 'C');
    expect(namesOf(await view(token)).join('')).toBe('BAC');
  });

  test('is the only item that is written', async () => {
    const { user, token, ids } = await owner('A', 'B', 'C', 'D');
    const before = await linksOf(table, user.id);
    await move(token, ids[3] ?? '', 1);
    const after = await linksOf(table, user.id);
    const written = after.filter(
      (link) => before.find(({ id }) => id === link.id)?.order !== link.order,
    );
    expect(written.map(({ id }) => id)).toEqual([ids[3]]);
  });

  test('and another link that is moved at the same time both get their positions', async () => {
    const { token, ids } = await owner('A', 'B', 'C', 'D');
    await Promise.all([move(token, ids[0] ?? '', 3), move(token, ids[3] ?? '', 0)]);
    expect(namesOf(await view(token))).toHaveLength(4);
    // Moving all links to the front concurrently loses none, and they can still be reordered.
    await Promise.all(ids.map((id) => move(token, id, 0)));
    expect(
      namesOf(await view(token))
        .sort()
        .join(''),
    ).toBe('ABCD');
    for (const [index, id] of ids.entries()) await move(token, id, index);
    expect(namesOf(await view(token)).join('')).toBe('ABCD');
  });

  test('can be moved any number of times: the sort keys are renumbered before they grow long', async () => {
    const { user, token } = await owner('A', 'B', 'C');
    let [first, second, third] = await linksOf(table, user.id);
    for (let round = 0; round < 320; round += 1) {
      await moveLink(table, user.id, { linkId: second?.id ?? '', index: 0, now: world.now() });
      [first, second, third] = await linksOf(table, user.id);
      expect(third?.name).toBe('C');
      expect([first, second].map((link) => link?.name)).toEqual(
        round % 2 === 0 ? ['B', 'A'] : ['A', 'B'],
      );
      expect((first?.order ?? '').length).toBeLessThanOrEqual(ORDER_MAX);
    }
    // The link that was never moved is renumbered too.
    expect(third?.order).toHaveLength(2);
    await add(token, 'D');
    expect(namesOf(await view(token)).join('')).toBe('ABCD');
  });

  test('is moved although another one is moved while the sort keys are renumbered', async () => {
    const { user, token, ids } = await owner('A', 'B', 'C', 'D');
    const [a, b] = await linksOf(table, user.id);
    if (!a || !b) throw new Error('there are no links');
    // Between these two there is no room for a short sort key.
    const order = `${a.order}!${a.id}${'!'.repeat(ORDER_MAX)}1`;
    await table.write(update(keyOf(b), { set: { order } }));
    await beforeWrite(
      userKey(user.id).pk,
      () => move(token, ids[2] ?? '', 1),
      () => move(token, ids[3] ?? '', 0),
    );
    expect(namesOf(await view(token)).join('')).toBe('DCAB');
  });

  test('needs an integer position from 0', async () => {
    const { token, ids } = await owner('A', 'B');
    for (const index of [-1, 'first', 1.5, '']) {
      const answer = await move(token, ids[0] ?? '', index);
      expect(answer.http).toBe(400);
      expect(answer.body.status).toBe('INVALID_INPUT');
      expect(answer.body.fields).toHaveProperty('destinationIndex');
    }
    expect(namesOf(await view(token)).join('')).toBe('AB');
  });
});
