import type { OperationSpec, Use } from './operation.ts';
import type { DueList } from './schedules.ts';

/** One thing that a function may do: `{ action: 'dynamodb:Query on gsi1', of: 'INBOX#*' }`. */
export type Permission = {
  /** As IAM calls it; the query of an index names the index. */
  readonly action: string;
  /** Leading keys of the table, or the name of another resource: `INBOX#*`, `stripeKey`, `media/avatars/*`, `bus`. */
  readonly of: string;
};

/** The part of a definition that decides the permissions of its function: operations, schedules and subscribers have it. */
export type FunctionDefinition = {
  readonly name: string;
  readonly uses: readonly Use[];
  /** What the function has for a resource that no other function touches. */
  readonly also?: readonly Permission[];
  /** The list of what is due that a schedule works off. */
  readonly list?: DueList;
} & Partial<Pick<OperationSpec, 'who' | 'limits' | 'idempotent' | 'endsSession'>>;

/** Whether a use only reads the table. */
export const isRead = (use: Use): boolean => use.endsWith('.read');

/**
 * Whether an operation needs a live session: it has a caller and does more than reading. Typing and read receipts in chats
 * are the exception, because they are sent every few seconds.
 */
export const needsSession = ({ who = 'anyone', uses, endsSession }: FunctionDefinition): boolean =>
  who !== 'anyone' && !endsSession && uses.some((use) => !isRead(use) && use !== 'chats.mark');
