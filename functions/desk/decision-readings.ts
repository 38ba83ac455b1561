import type { viewDeskCase } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { appealUntil, isAppealableDeed, type StatementDeed } from '#shared/rules/desk/cases.ts';
import {
  type DecisionKind,
  type Reader,
  type ReaderSide,
  readersOf,
} from '#shared/rules/desk/decision-readers.ts';
import { accountNotification } from '#shared/rules/notifications/account-notifications.ts';
import type { Notification } from '#shared/rules/notifications/notification.ts';
import type { Instant } from '#shared/time.ts';
import { decidedEvent, statementEvent } from '../storage/outbox.ts';
import type { DeskPerson } from './desk-context.ts';

/* What each reader of a decision would read, before it is made. docs/product/desk.md#claims */

/** What one reader reads: the statement without its reason, and the notifications that lead to it. */
export type Reading = Output<typeof viewDeskCase>['data'][number]['reads'][string][number];

/** Whom a decision is written to, with what it is about in their words. */
type Addressees = Readonly<
  Partial<Record<ReaderSide, { readonly userId: string; readonly facts: string }>>
>;

type ReadingContext = {
  readonly now: Instant;
  /** The people of the case, by id; null for an account that is gone, to which nothing is written. */
  readonly person: (id: string) => DeskPerson | null;
  /** The notifications that an event of the conversation brings. */
  readonly sent?: readonly (Notification & { readonly userId: string })[];
};

/** What the readers of a decision of this kind would read. */
export function readingsFor(
  kind: DecisionKind,
  addressees: Addressees,
  { now, person, sent = [] }: ReadingContext,
): Reading[] {
  return readersOf(kind).flatMap((reader) => {
    const addressee = addressees[reader.who];
    const found = addressee && person(addressee.userId);
    if (!addressee || !found || !isStatement(reader.reads)) return [];
    const { userId, facts } = addressee;
    const own = sent.filter((one) => one.userId === userId);
    const notifications = [...own, ...ownNotifications(kind, reader, userId, now)];
    return [
      {
        person: found,
        deed: reader.reads,
        facts,
        appealUntil: isAppealableDeed(reader.reads) ? appealUntil(now) : null,
        notifications: notifications.map(({ title, body }) => ({ title, body })),
      },
    ];
  });
}

const isStatement = (reads: Reader['reads']): reads is StatementDeed =>
  reads !== 'APPEAL' && reads !== 'CONVERSATION' && reads !== 'PAYOUTS';

/** The notification of a statement or a report, which no event of the conversation brings. */
function ownNotifications(
  kind: DecisionKind,
  { tells, reads }: Reader,
  userId: string,
  now: Instant,
): Notification[] {
  if (tells === 'statement.written')
    return [
      accountNotification(statementEvent(userId, isAppealableDeed(reads as StatementDeed), now)),
    ];
  if (tells !== 'report.decided') return [];
  const outcome = kind === 'REPORT_REJECTED' ? 'REJECTED' : 'UPHELD';
  return [
    accountNotification(decidedEvent(tells, { openedBy: userId }, { at: now, outcome }) as never),
  ];
}
