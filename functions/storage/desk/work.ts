import { DAY, type Instant, later, SECOND, toSeconds } from '#shared/time.ts';
import { above, atMost, type Condition, missingOr, oneOf } from '../conditions.ts';
import { deskWorkKey, skippedKey } from '../keys.ts';
import { put, remove, type Step, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * Who works on something at the desk: who has it open, to whom it was handed, and who left it for later. An item is a case, a
 * conversation or an account, by its id. None of this decides who may do what. docs/product/desk.md#working-together
 */

/** How long somebody has an item open after their screen said so. The screen says so again before that. */
export const LEASE_TIME = 75 * SECOND;
/** How long a member of staff is not led to an item again that they left for later. */
const SKIP_TIME = DAY;
const RETENTION = 30 * DAY;

/** What is stored of the work on an item. */
export type Work = {
  readonly openBy?: string;
  readonly openUntil?: Instant;
  readonly handedTo?: string;
  readonly handedBy?: string;
  readonly handedAt?: Instant;
  /** Epoch seconds. */
  readonly expiresAt: number;
};

/** The work on an item, as one member of staff sees it. */
export type SeenWork = {
  /** The colleague who has it open now. */
  readonly openBy?: string | undefined;
  readonly handedTo?: string | undefined;
  readonly handedBy?: string | undefined;
  readonly isSkipped: boolean;
};

const opened = (staffId: string, now: Instant) => ({
  openBy: staffId,
  openUntil: later(now, LEASE_TIME),
  expiresAt: toSeconds(later(now, RETENTION)),
});

/** Prolongs the lease of somebody who has an item open. OVER: they have not, or no more. */
export const prolongLease = (
  table: TableWriter,
  item: string,
  staffId: string,
  now: Instant,
): Promise<'done' | 'OVER'> =>
  table.write(
    update(
      deskWorkKey(item),
      { set: opened(staffId, now) },
      { when: { openBy: staffId, openUntil: above(now) }, otherwise: 'OVER' },
    ),
  );

/** The step that begins the lease of an item. HELD: a colleague has it open. */
export const beginLease = (item: string, staffId: string, now: Instant): Step<'HELD'> =>
  update(
    deskWorkKey(item),
    { set: opened(staffId, now) },
    { when: [{ openUntil: missingOr(atMost(now)) }, { openBy: staffId }], otherwise: 'HELD' },
  );

/** Ends the lease of somebody who closed an item. NOT_THEIRS: somebody else has it open, or nobody. */
export const endLease = (
  table: TableWriter,
  item: string,
  staffId: string,
): Promise<'done' | 'NOT_THEIRS'> =>
  table.write(
    update(
      deskWorkKey(item),
      { remove: ['openBy', 'openUntil'] },
      { when: { openBy: staffId }, otherwise: 'NOT_THEIRS' },
    ),
  );

/**
 * The steps that hand an item to a colleague, who gets it unopened, and is led to it again if they left it for later; without `to` it
 * goes back to the list. HELD: somebody who neither gives nor gets it has it open.
 */
export function handOver(
  item: string,
  { from, to }: { readonly from: string; readonly to: string | undefined },
  now: Instant,
): Step<'HELD'>[] {
  const unheld: Condition<Work, 'HELD'> = {
    when: [
      { openUntil: missingOr(atMost(now)) },
      { openBy: to === undefined ? from : oneOf(from, to) },
    ],
    otherwise: 'HELD',
  };
  if (to === undefined) return [remove(deskWorkKey(item), unheld)];
  const handed = {
    ...deskWorkKey(item),
    handedTo: to,
    handedBy: from,
    handedAt: now,
    expiresAt: toSeconds(later(now, RETENTION)),
  };
  return [put(handed, unheld), remove(skippedKey(item, to))];
}

/** The step that notes that a member of staff left an item for later. */
export const skipItem = (item: string, staffId: string, now: Instant): Step<never> =>
  put({
    ...skippedKey(item, staffId),
    until: later(now, SKIP_TIME),
    expiresAt: toSeconds(later(now, SKIP_TIME)),
  });

/** The work on items, as a member of staff sees it, by the id of the item. */
export async function workOn(
  table: TableReader,
  items: readonly string[],
  staffId: string,
  now: Instant,
): Promise<ReadonlyMap<string, SeenWork>> {
  const keys = items.flatMap((item) => [deskWorkKey(item), skippedKey(item, staffId)]);
  const found = await table.getMany<Work & { readonly until?: Instant }>(keys);
  return new Map(
    items.map((item, nth) => [item, seenBy(staffId, now, found[2 * nth], found[2 * nth + 1])]),
  );
}

function seenBy(
  staffId: string,
  now: Instant,
  work: Work | undefined,
  skipped: { readonly until?: Instant } | undefined,
): SeenWork {
  const { openBy, openUntil, handedTo, handedBy } = work ?? {};
  const isOpen = openUntil !== undefined && openUntil > now && openBy !== staffId;
  return {
    openBy: isOpen ? openBy : undefined,
    handedTo,
    handedBy,
    isSkipped: skipped?.until !== undefined && skipped.until > now,
  };
}
