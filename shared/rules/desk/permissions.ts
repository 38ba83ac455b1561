import type { CaseKind, Harm } from './cases.ts';

/*
 * What the desk is divided into, and who may do what there. An operator grants the permissions, which are an attribute of the
 * account. docs/product/desk.md#permissions
 */

export const PERMISSIONS = ['SUPPORT', 'MODERATOR', 'FINANCE'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The queues: what waits, by who decides it. The screen shows them as tiles. */
export const QUEUES = [
  'REPORTS',
  'APPEALS',
  'CLAIMS',
  'REVIEWS',
  'REFUNDS',
  'BLOCKS',
  'PAYOUTS',
  'TICKETS',
] as const;
export type Queue = (typeof QUEUES)[number];

/** Who sees a queue, and decides what is in it. */
export const QUEUE_PERMISSIONS = {
  REPORTS: ['MODERATOR'],
  APPEALS: ['MODERATOR'],
  CLAIMS: ['MODERATOR', 'FINANCE'],
  /** Reported messages whose payment is in review. */
  REVIEWS: ['FINANCE'],
  /** Refunds, reviews and releases that wait for a second person. */
  REFUNDS: ['FINANCE'],
  /** Blocks and unblocks that wait for a second person. */
  BLOCKS: ['MODERATOR'],
  /** Payouts that are held for a check, and those that keep failing. */
  PAYOUTS: ['FINANCE'],
  /** Unanswered help tickets. */
  TICKETS: ['SUPPORT'],
} as const satisfies Readonly<Record<Queue, readonly Permission[]>>;

/** The queue of each kind of case. */
export const QUEUE_OF_CASE = {
  REPORT: 'REPORTS',
  APPEAL: 'APPEALS',
  CLAIM: 'CLAIMS',
  REFUND: 'REFUNDS',
  BLOCK: 'BLOCKS',
} as const satisfies Readonly<Record<CaseKind, Queue>>;

/** The tiles of the desk, which filter its list, in the order in which they are shown. docs/product/desk.md#the-list */
export const TILES = [
  'DANGER',
  'CLAIMS',
  'REPORTS',
  'REVIEWS',
  'APPEALS',
  'SECOND_PERSON',
  'PAYOUTS',
  'TICKETS',
] as const;
export type Tile = (typeof TILES)[number];

/** The queues whose items a tile may hold. */
export const QUEUES_OF_TILE = {
  DANGER: ['REPORTS', 'REVIEWS'],
  CLAIMS: ['CLAIMS'],
  REPORTS: ['REPORTS'],
  REVIEWS: ['REVIEWS'],
  APPEALS: ['APPEALS'],
  SECOND_PERSON: ['REFUNDS', 'BLOCKS'],
  PAYOUTS: ['PAYOUTS'],
  TICKETS: ['TICKETS'],
} as const satisfies Readonly<Record<Tile, readonly Queue[]>>;

/** The tile that holds an item of a queue: a report or review that says that somebody may be in danger is in DANGER only. */
export function tileOf(queue: Queue, harm: Harm): Tile {
  if (queue === 'REFUNDS' || queue === 'BLOCKS') return 'SECOND_PERSON';
  const mayBeDanger = queue === 'REPORTS' || queue === 'REVIEWS';
  return mayBeDanger && harm === 3 ? 'DANGER' : queue;
}

/** Whether somebody with these permissions has one of those that are required. */
export const isPermitted = (
  permissions: readonly Permission[],
  required: readonly Permission[],
): boolean => required.some((one) => permissions.includes(one));

/** The tiles that somebody with these permissions sees. */
export const tilesOf = (permissions: readonly Permission[]): Tile[] => {
  const seen = queuesOf(permissions);
  return TILES.filter((tile) => QUEUES_OF_TILE[tile].some((queue) => seen.includes(queue)));
};

/** The queues that somebody with these permissions sees. */
export const queuesOf = (permissions: readonly Permission[]): Queue[] =>
  QUEUES.filter((queue) => isPermitted(permissions, QUEUE_PERMISSIONS[queue]));
