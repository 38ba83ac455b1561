import type { viewDeskCase } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { appealUntil, isAppealableDeed } from '#shared/rules/desk/cases.ts';
import { type DecisionKind, isStatement, readersOf } from '#shared/rules/desk/decision-readers.ts';
import { accountNotification } from '#shared/rules/notifications/account-notifications.ts';
import type { Notification } from '#shared/rules/notifications/notification.ts';
import type { Instant } from '#shared/time.ts';
import type { DeskPerson } from './desk-context.ts';
import { type Addressees, ownEvent } from './statement-steps.ts';

/* The statements and notifications of a decision that is not made yet, for the form that makes it. docs/product/desk.md#claims */

/** A statement without its reason, and the notifications that lead its reader to it. */
export type Reading = Output<typeof viewDeskCase>['data'][number]['reads'][string][number];

export type ReadingContext = {
  readonly now: Instant;
  /** The people of the case, by id; null for an account that is gone, to which nothing is written. */
  readonly person: (id: string) => DeskPerson | null;
  /** The notifications that an event of the conversation brings. */
  readonly sent?: readonly (Notification & { readonly userId: string })[];
};

/** The readings that a decision of this kind would bring to its readers. */
export function readingsFor(
  kind: DecisionKind,
  addressees: Addressees,
  { now, person, sent = [] }: ReadingContext,
): Reading[] {
  return readersOf(kind).flatMap(({ who, reads, tells }) => {
    const addressee = addressees[who];
    const found = addressee && person(addressee.userId);
    if (!addressee || !found || !isStatement(reads)) return [];
    const { userId, facts } = addressee;
    const isAgainst = isAppealableDeed(reads);
    const event = ownEvent(kind, tells, { userId, isAgainst }, now);
    const notifications = [
      ...sent.filter((one) => one.userId === userId),
      ...(event ? [accountNotification(event)] : []),
    ];
    return [
      {
        person: found,
        deed: reads,
        facts,
        appealUntil: isAgainst ? appealUntil(now) : null,
        notifications: notifications.map(({ title, body }) => ({ title, body })),
      },
    ];
  });
}
