import type { Cents } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import type { Queue } from '#shared/rules/desk/permissions.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';
import type { Place } from '../storage/desk/queues.ts';
import type { TableReader } from '../storage/table.ts';

/* What waits in the list of the desk, as its queues find it and its rows show it. */

/** Who looks at the list, and when. */
export type QueueContext = {
  readonly table: TableReader;
  readonly now: Instant;
  /** The member of staff, who sees nothing that concerns them. */
  readonly sessionUser: Pick<User, 'id' | 'permissionIds'>;
};

/** Something that waits, with what it is about. */
export type Waiting = Place & { readonly queue: Queue } & (
    | {
        readonly type: 'CASE';
        readonly one: Case;
        readonly conversation?: Conversation;
        /** How many other people reported the same. */
        readonly others?: number;
      }
    | { readonly type: 'CONVERSATION'; readonly conversation: Conversation }
    | { readonly type: 'PERSON'; readonly payout: StuckPayout }
  );

/** A payout that is held or failing. */
export type StuckPayout = {
  readonly amount: Cents;
  readonly reason: string;
  readonly until?: Instant;
};
