import type { CaseKind } from './cases.ts';

/*
 * What the desk is divided into, and who may do what there. An operator grants the permissions, which are an attribute of the
 * account. docs/product/desk.md#permissions
 */

export const PERMISSIONS = ['SUPPORT', 'MODERATOR', 'FINANCE'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The queues, in the order in which they are shown. */
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

/** Whether somebody with these permissions has one of those that are required. */
export const isPermitted = (
  permissions: readonly Permission[],
  required: readonly Permission[],
): boolean => required.some((one) => permissions.includes(one));

/** The queues that somebody with these permissions sees. */
export const queuesOf = (permissions: readonly Permission[]): Queue[] =>
  QUEUES.filter((queue) => isPermitted(permissions, QUEUE_PERMISSIONS[queue]));
