import type { ContactRelation } from '../storage/contacts/contact-item.ts';
import { blockedCountIn } from '../storage/contacts/contact-lists.ts';
import { isBlock } from '../storage/contacts/contacts.ts';
import { contactCountKey, contactKey } from '../storage/keys.ts';
import type { TableReader } from '../storage/table.ts';

/** The largest number of items in one read. */
const READ_AT_ONCE = 100;

/**
 * Returns those of `wantedIds` who can be in one group with its members and with each other: nobody of them blocks another. Of two who
 * cannot, a member or the one who was named first is in it. Only the blocks of people who have any are read.
 */
export async function joinable(
  table: TableReader,
  memberIds: readonly string[],
  wantedIds: readonly string[],
): Promise<string[]> {
  const everybody = [...memberIds, ...wantedIds];
  const counts = await table.getMany<unknown>(everybody.map(contactCountKey));
  const blockers = everybody.filter((_, nth) => blockedCountIn(counts[nth]) > 0);
  const wanted = new Set(wantedIds);
  const pairs = blockers.flatMap((blocker) =>
    everybody
      .filter((other) => other !== blocker && (wanted.has(blocker) || wanted.has(other)))
      .map((other) => [blocker, other] as const),
  );
  const apart = new Set<string>();
  for (let from = 0; from < pairs.length; from += READ_AT_ONCE) {
    const read = pairs.slice(from, from + READ_AT_ONCE);
    const relations = await table.getMany<ContactRelation>(read.map((pair) => contactKey(...pair)));
    for (const [nth, pair] of read.entries())
      if (isBlock(relations[nth])) apart.add(pairOf(...pair));
  }
  const together = [...memberIds];
  for (const id of wantedIds)
    if (together.every((other) => !apart.has(pairOf(id, other)))) together.push(id);
  return together.slice(memberIds.length);
}

const pairOf = (one: string, other: string): string => [one, other].sort().join('#');
