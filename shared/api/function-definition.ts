import type { OperationSpec, Use } from './operation.ts';
import type { DueList } from './schedules.ts';

/** A permission of a function: `{ action: 'dynamodb:Query on gsi1', of: 'INBOX#*' }`. */
export type Permission = {
  /** The IAM action; the query of an index includes the name of the index. */
  readonly action: string;
  /** Leading keys of the table, or the name of another resource: `INBOX#*`, `stripeKey`, `media/avatars/*`, `bus`. */
  readonly of: string;
};

/**
 * The part of a definition that determines the permissions of its function. Operations, schedules, subscribers and system
 * functions have it.
 */
export type FunctionDefinition = {
  readonly name: string;
  readonly uses: readonly Use[];
  /** Permissions for resources that no other function uses. */
  readonly also?: readonly Permission[];
  /** The due list that a schedule processes. */
  readonly list?: DueList;
} & Partial<Pick<OperationSpec, 'who' | 'limits' | 'idempotent' | 'endsSession'>>;

/** Whether a capability only reads the table. */
export const isRead = (use: Use): boolean => use.endsWith('.read');

/** Capabilities besides reads that a caller may use until the access token expires. */
const NEEDS_NO_SESSION: ReadonlySet<Use> = new Set(['chats.mark', 'live', 'hashKey']);

/**
 * Whether an operation requires a live session: it is for staff, or it has a caller and does more than read. Typing and read
 * receipts in chats are the exception, because they are sent every few seconds. A hash key changes nothing: chats are polled with
 * it, for the addresses of their pictures.
 */
export const needsSession = ({ who = 'anyone', uses, endsSession }: FunctionDefinition): boolean =>
  who === 'staff' ||
  (who !== 'anyone' &&
    !endsSession &&
    uses.some((use) => !isRead(use) && !NEEDS_NO_SESSION.has(use)));
