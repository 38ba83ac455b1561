import { randomInt } from 'node:crypto';
import { newId } from '#shared/ids.ts';
import { evenOrders, inOrder, ORDER_MAX, orderBetween } from '#shared/rules/links/link-order.ts';
import {
  changedVisibility,
  isInOrder,
  isSameVisibility,
  type VisibilityChange,
} from '#shared/rules/links/link-visibility.ts';
import { LINKS_MAX } from '#shared/rules/links/links.ts';
import type { Instant } from '#shared/time.ts';
import { missingOr } from '../conditions.ts';
import { claimKey, type KeyedCall } from '../idempotency.ts';
import { keyOf, LINK_PREFIX, linkKey, userPartition } from '../keys.ts';
import { allItems } from '../list-position.ts';
import { put, remove, type Step, type TableReader, type TableWriter, update } from '../table.ts';
import { asRead, type Link, storedVisibility } from './link-item.ts';
import {
  unverifyingSteps,
  VERIFICATION,
  writeUnverified,
  writeVisibility,
} from './verified-links.ts';

/*
 * Custom links. An account has fifty slots for links; a new link takes a free one, with a condition on that slot alone. So
 * there are never more than fifty, even with concurrent calls, and no shared counter is needed. The position of a link in
 * the list is its `order` (shared/rules/links/link-order.ts), not its slot: a move writes only the link that moves.
 */

export type LinkContent = Pick<Link, 'name' | 'url'>;
/** `visibility`: empty, or left out, for a link that is always visible. */
type NewLink = LinkContent & Pick<Link, 'visibility'>;

/** A link, and the number of links before it. */
export type LinkInList = { readonly link: Link; readonly position: number };

/** Reads all links of an account in order: one query. `eventual`: eventually consistent, at half the cost. */
export async function linksOf(
  table: TableReader,
  userId: string,
  consistency?: 'eventual',
): Promise<Link[]> {
  const links = await allItems<Link>(table, {
    partition: userPartition(userId),
    prefix: LINK_PREFIX,
    consistent: consistency !== 'eventual',
  });
  return inOrder(links);
}

/**
 * Adds a link at the end of the list. SAME_KEY: an earlier call with the same key added it; the key stores the link and its
 * position.
 */
export async function addLink(
  table: TableWriter,
  userId: string,
  { visibility = {}, ...content }: NewLink,
  keyed: KeyedCall | undefined,
  now: Instant,
): Promise<LinkInList | 'FULL' | 'SAME_KEY'> {
  const id = newId(now);
  for (;;) {
    const links = await linksOf(table, userId);
    const slot = freeSlot(links);
    if (slot === undefined) return 'FULL';
    const order = orderBetween(links.at(-1), undefined, id);
    const place = { ...linkKey(userId, slot), id, slot, order };
    const link: Link = { ...place, ...content, ...storedVisibility(visibility) };
    const putLink = put(link, {
      // A retry after a lost response finds the link of the first try.
      when: { id: missingOr(id) },
      otherwise: 'TAKEN',
    });
    const added = { link, position: links.length };
    const claim = claimKey(keyed, JSON.stringify(added), now);
    const outcome = claim ? await table.transact(claim, putLink) : await table.write(putLink);
    if (outcome === 'done') return added;
    if (outcome === 'SAME_KEY') return outcome;
    // A concurrent call has taken the slot, so the next attempt has one free slot less.
  }
}

/** Returns a random free slot, so that concurrent calls rarely choose the same. */
function freeSlot(links: readonly Link[]): number | undefined {
  const taken = new Set(links.map(({ slot }) => slot));
  const free = Array.from({ length: LINKS_MAX }, (_, slot) => slot).filter(
    (slot) => !taken.has(slot),
  );
  return free.length === 0 ? undefined : free[randomInt(free.length)];
}

/**
 * Changes the name, the address and the visibility of a link; its position stays. A new address is not verified. NOT_IN_ORDER: it
 * would end before it begins.
 */
export async function changeLink(
  table: TableWriter,
  userId: string,
  linkId: string,
  content: LinkContent,
  change: VisibilityChange = {},
): Promise<LinkInList | 'GONE' | 'NOT_IN_ORDER'> {
  for (;;) {
    const links = await linksOf(table, userId);
    const position = links.findIndex(({ id }) => id === linkId);
    const link = links[position];
    if (!link) return 'GONE';
    const visibility = changedVisibility(link.visibility ?? {}, change);
    if (!isInOrder(visibility.from, visibility.until)) return 'NOT_IN_ORDER';
    const { verifiedAt, visibility: _, ...others } = link;
    const kept = content.url === link.url && verifiedAt !== undefined ? { verifiedAt } : {};
    const changed = { ...others, ...content, ...storedVisibility(visibility), ...kept };
    if ((await writeChange(table, userId, link, changed)) === 'done')
      return { link: changed, position };
  }
}

/** Writes a changed link in place of the one that was read, and with it what the account says of it. */
function writeChange(
  table: TableWriter,
  userId: string,
  link: Link,
  { name, url, visibility }: Link,
): Promise<'done' | 'CHANGED'> {
  const isSame = url === link.url;
  const step = update(
    keyOf(link),
    {
      set: { name, url },
      setOrRemove: { visibility },
      remove: isSame ? [] : VERIFICATION,
    },
    asRead(link),
  );
  if (!isSame) return writeUnverified(table, userId, link, step);
  return isSameVisibility(link.visibility, visibility)
    ? table.write(step)
    : writeVisibility(table, userId, link, visibility, step);
}

/** The steps that delete a link; none if there is no link of this id. CHANGED: it was changed or deleted meanwhile. */
export async function linkRemoval(
  table: TableReader,
  userId: string,
  linkId: string,
): Promise<readonly Step<'CHANGED'>[]> {
  const link = (await linksOf(table, userId)).find(({ id }) => id === linkId);
  if (!link) return [];
  return [remove(keyOf(link), asRead(link)), ...(await unverifyingSteps(table, userId, link))];
}

/** Deletes a link; the others keep their order. */
export async function removeLink(
  table: TableWriter,
  userId: string,
  linkId: string,
): Promise<'done' | 'GONE'> {
  for (;;) {
    const link = (await linksOf(table, userId)).find(({ id }) => id === linkId);
    if (!link) return 'GONE';
    const removal = remove(keyOf(link), asRead(link));
    const outcome = await writeUnverified(table, userId, link, removal);
    if (outcome === 'done') return outcome;
  }
}

/**
 * Moves a link behind the first `index` others, or to the end. Concurrent moves all count: two links each land beside the
 * neighbors that were read, and for one link the last call wins.
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
      return table.write(update(keyOf(link), { set: { order } }, stillInSlot(link)));
    const outcome = await renumber(table, [...others.slice(0, to), link, ...others.slice(to)]);
    if (outcome === 'done') return outcome;
  }
}

/**
 * Gives all links new, short orders, or none. Needed once in a few hundred moves into the same gap, which make the orders
 * long.
 */
function renumber(table: TableWriter, links: readonly Link[]): Promise<'done' | 'CHANGED'> {
  const orders = evenOrders(links.length);
  return table.transact(
    ...links.map((link, index) =>
      update(
        keyOf(link),
        { set: { order: orders[index] } },
        { when: { id: link.id, order: link.order }, otherwise: 'CHANGED' as const },
      ),
    ),
  );
}

/** The condition that the slot still holds this link. */
const stillInSlot = ({ id }: Link) => ({ when: { id }, otherwise: 'GONE' as const });
