import { randomInt } from 'node:crypto';
import { newId } from '../../../shared/ids.ts';
import {
  inOrder,
  ORDER_MAX,
  orderBetween,
  spread,
} from '../../../shared/rules/links/link-order.ts';
import { LINKS_MAX } from '../../../shared/rules/links/links.ts';
import type { Instant } from '../../../shared/time.ts';
import { claimKey, type KeyedCall } from '../idempotency.ts';
import { type Key, LINK_PREFIX, linkKey, userPartition } from '../keys.ts';
import { put, remove, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * Custom links. A person has fifty seats for them; a link takes any free one, by a condition on that seat alone. So there
 * are never more than fifty, whoever adds at once, without a counter that all of them wait for. Where a link stands
 * in the list is its `order` (shared/rules/links/link-order.ts), not its seat: a move writes the one link that moves.
 */

export type Link = Key & {
  readonly id: string;
  readonly seat: number;
  readonly name: string;
  /** Whole, http or https. */
  readonly url: string;
  readonly order: string;
};

export type LinkWords = Pick<Link, 'name' | 'url'>;

/** A link, and how many stand before it. */
export type LinkInList = { readonly link: Link; readonly position: number };

/** All links of a person, first to last: one query. `eventual` may lag a moment and costs half. */
export async function linksOf(
  table: TableReader,
  userId: string,
  consistency?: 'eventual',
): Promise<Link[]> {
  const { items } = await table.query<Link>({
    partition: userPartition(userId),
    prefix: LINK_PREFIX,
    consistent: consistency !== 'eventual',
  });
  return inOrder(items);
}

/** Adds a link at the end of the list. SAME_KEY when the same call did so before; its key names the link and its place. */
export async function addLink(
  table: TableWriter,
  userId: string,
  words: LinkWords,
  keyed: KeyedCall | undefined,
  now: Instant,
): Promise<LinkInList | 'FULL' | 'SAME_KEY'> {
  const id = newId(now);
  for (;;) {
    const links = await linksOf(table, userId);
    const seat = freeSeat(links);
    if (seat === undefined) return 'FULL';
    const order = orderBetween(links.at(-1), undefined, id);
    const link = { ...linkKey(userId, seat), id, seat, order, ...words };
    const sit = put<'TAKEN' | 'SAME_KEY'>(link, {
      // The second half: a call that is repeated because its answer was lost finds its own link.
      when: 'attribute_not_exists(#pk) OR #id = :id',
      values: { id },
      otherwise: 'TAKEN',
    });
    const added = { link, position: links.length };
    const claim = claimKey(keyed, JSON.stringify(added), now);
    const outcome = claim ? await table.transact(claim, sit) : await table.write(sit);
    if (outcome === 'done') return added;
    if (outcome === 'SAME_KEY') return outcome;
    // Somebody else sits there since we looked, so one link more is in, and fewer seats are left to look for.
  }
}

/** Any of the free seats: those who come at once seldom want the same. */
function freeSeat(links: readonly Link[]): number | undefined {
  const taken = new Set(links.map(({ seat }) => seat));
  const free = Array.from({ length: LINKS_MAX }, (_, seat) => seat).filter(
    (seat) => !taken.has(seat),
  );
  return free.length === 0 ? undefined : free[randomInt(free.length)];
}

/** Gives a link another name and address; it stays where it stands. */
export async function changeLink(
  table: TableWriter,
  userId: string,
  linkId: string,
  words: LinkWords,
): Promise<LinkInList | 'GONE'> {
  const links = await linksOf(table, userId);
  const position = links.findIndex(({ id }) => id === linkId);
  const link = links[position];
  if (!link) return 'GONE';
  const outcome = await table.write(
    update(keyOf(link), 'SET #name = :name, #url = :url', { ...words }, stillThere(link)),
  );
  return outcome === 'GONE' ? outcome : { link: { ...link, ...words }, position };
}

/** Takes a link away; the rest keep their order. */
export async function removeLink(
  table: TableWriter,
  userId: string,
  linkId: string,
): Promise<'done' | 'GONE'> {
  const link = (await linksOf(table, userId)).find(({ id }) => id === linkId);
  if (!link) return 'GONE';
  return table.write(remove(keyOf(link), stillThere(link)));
}

/**
 * Moves a link to where `index` others stand before it; beyond the end is the end. Two moves at once both count: of two
 * links each lands beside the neighbours it saw, of one link the later call has the last word.
 */
export async function moveLink(
  table: TableWriter,
  userId: string,
  { linkId, index, now }: { linkId: string; index: number; now: Instant },
): Promise<'done' | 'GONE'> {
  for (;;) {
    const links = await linksOf(table, userId);
    const from = links.findIndex(({ id }) => id === linkId);
    const link = links[from];
    if (!link) return 'GONE';
    const others = links.filter((other) => other !== link);
    const to = Math.min(index, others.length);
    if (to === from) return 'done';
    const order = orderBetween(others[to - 1], others[to], newId(now));
    if (order.length <= ORDER_MAX)
      return table.write(update(keyOf(link), 'SET #order = :order', { order }, stillThere(link)));
    const outcome = await numberAnew(table, [...others.slice(0, to), link, ...others.slice(to)]);
    if (outcome === 'done') return outcome;
  }
}

/** Once in a few hundred moves into the same gap its orders have grown long: all links get short ones, or none does. */
function numberAnew(table: TableWriter, links: readonly Link[]): Promise<'done' | 'CHANGED'> {
  const orders = spread(links.length);
  return table.transact(
    ...links.map((link, index) =>
      update(
        keyOf(link),
        'SET #order = :order',
        { order: orders[index] },
        {
          when: '#id = :id AND #order = :read',
          values: { id: link.id, read: link.order },
          otherwise: 'CHANGED' as const,
        },
      ),
    ),
  );
}

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

/** A seat may have been left, and taken by another link, since we looked. */
const stillThere = ({ id }: Link) => ({
  when: '#id = :id',
  values: { id },
  otherwise: 'GONE' as const,
});
