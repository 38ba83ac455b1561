import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { newId } from '#shared/ids.ts';
import {
  evenOrders,
  inOrder,
  ORDER_MAX,
  type Ordered,
  orderBetween,
} from '#shared/rules/links/link-order.ts';
import { instant } from '#shared/time.ts';

/* The order of links, in which a move changes only the moved link. */

const NOW = Date.UTC(2026, 10, 21);
const idAt = (milliseconds: number) => newId(instant(NOW + milliseconds));
const idsOf = (links: readonly Ordered[]) => links.map(({ id }) => id);

/** Returns the list after a link is moved to `index`; only that link changes. */
function moved(links: readonly Ordered[], id: string, index: number, newest: string): Ordered[] {
  const others = links.filter((link) => link.id !== id);
  const order = orderBetween(others[index - 1], others[index], newest);
  return inOrder([...others, { id, order }]);
}

/** Random changes of a list: adding a link at the end, or moving a link anywhere. */
const deeds = fc.array(
  fc.oneof(
    fc.constant({ does: 'add' } as const),
    fc.record({ does: fc.constant('move' as const), from: fc.nat(), to: fc.nat() }),
  ),
  { maxLength: 60 },
);

describe('the order of links', () => {
  test('equals that of moving the rows of a list by hand', () => {
    fc.assert(
      fc.property(deeds, (all) => {
        let links: Ordered[] = [];
        const byHand: string[] = [];
        all.forEach((deed, moment) => {
          const newest = idAt(moment);
          if (deed.does === 'add') {
            const order = orderBetween(links.at(-1), undefined, newest);
            links = inOrder([...links, { id: newest, order }]);
            byHand.push(newest);
          } else if (links.length > 0) {
            const id = byHand[deed.from % byHand.length] ?? '';
            const to = deed.to % byHand.length;
            byHand.splice(byHand.indexOf(id), 1);
            byHand.splice(to, 0, id);
            links = moved(links, id, to, newest);
          }
          expect(idsOf(links)).toEqual(byHand);
        });
      }),
    );
  });

  test('puts two links that move concurrently between the neighbors that each had', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 12 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        (length, from, otherFrom, gap) => {
          const links = Array.from({ length }, (_, index) => {
            const id = idAt(index);
            return { id, order: id };
          });
          const [one, other] = [links[from % length], links[otherFrom % length]];
          if (!one || !other || one === other) return;
          const rest = links.filter((link) => link !== one && link !== other);
          const [before, after] = [rest[(gap % length) - 1], rest[gap % length]];
          const [first, second] = [idAt(1_000), idAt(1_000)];
          // Both links are moved into the same gap, without knowing of each other.
          const list = inOrder([
            ...rest,
            { id: one.id, order: orderBetween(before, after, first) },
            { id: other.id, order: orderBetween(before, after, second) },
          ]);
          const places = [one, other].map(({ id }) => idsOf(list).indexOf(id));
          const lowest = before ? rest.indexOf(before) + 1 : after ? 0 : rest.length;
          expect(places.sort()).toEqual([lowest, lowest + 1].sort());
          // A third link fits between the two, although their orders may start with the same digits.
          const [left, right] = [list[lowest], list[lowest + 1]];
          const third = { id: idAt(2_000), order: orderBetween(left, right, idAt(2_000)) };
          expect(idsOf(inOrder([...list, third])).indexOf(third.id)).toBe(lowest + 1);
        },
      ),
    );
  });

  test('needs no more digits if links are only added or moved to the end', () => {
    let links: Ordered[] = ['a', 'b', 'c'].map((_, index) => ({
      id: idAt(index),
      order: idAt(index),
    }));
    for (let round = 10; round < 500; round += 1)
      links = moved(links, links[0]?.id ?? '', links.length - 1, idAt(round));
    for (const { order } of links) expect(order).toHaveLength(26);
  });

  test('needs one more digit about every five moves into the same gap', () => {
    let links: Ordered[] = [0, 1].map((index) => ({ id: idAt(index), order: idAt(index) }));
    for (let round = 0; round < 200; round += 1)
      links = moved(links, links[1]?.id ?? '', 0, idAt(round));
    const longest = Math.max(...links.map(({ order }) => order.length));
    expect(longest).toBeLessThan(ORDER_MAX);
    expect(longest).toBeGreaterThan(20);
  });

  test('continues at the end even if the last writer’s clock is ahead', () => {
    const last = { id: idAt(5_000), order: idAt(5_000) };
    const id = idAt(0);
    const added = { id, order: orderBetween(last, undefined, id) };
    expect(idsOf(inOrder([added, last]))).toEqual([last.id, id]);
  });
});

describe('a renumbered list of links', () => {
  test.each([1, 2, 3, 49, 50, 60])(
    'of %i links has that many short orders, all before any id',
    (count) => {
      const orders = evenOrders(count);
      expect(new Set(orders).size).toBe(count);
      expect([...orders].sort()).toEqual(orders);
      for (const order of orders) {
        expect(order.length).toBe(2);
        expect(order.endsWith('!')).toBe(false);
        expect(order < idAt(0)).toBe(true);
      }
    },
  );

  test('has room before, between and after its links', () => {
    const links = evenOrders(50).map((order, index) => ({ id: idAt(index), order }));
    for (let index = 0; index <= links.length; index += 1) {
      const id = idAt(9_999);
      const order = orderBetween(links[index - 1], links[index], id);
      expect(idsOf(inOrder([...links, { id, order }])).indexOf(id)).toBe(index);
    }
  });
});
