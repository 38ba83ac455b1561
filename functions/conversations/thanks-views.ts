import type * as z from 'zod/mini';
import type { conversationSeen } from '#shared/api/conversation-seen.ts';
import type { profileThanks } from '#shared/api/thanks-entities.ts';
import type { Conversation, Side } from '#shared/rules/conversations/conversations.ts';
import { standingConsent, type Thanks } from '#shared/rules/conversations/thanks.ts';
import { monthOf } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';
import { type ShownThanksItem, shownThanksIn } from '../storage/conversations/thanks.ts';

/* Thank-yous in responses: for the two people of a conversation, and for everybody. */

type ThanksView = NonNullable<z.output<typeof conversationSeen>['thanks']>;

/** A thank-you as a side of its conversation sees it. The recipient sees only a consent that they may act on. */
export function thanksView(c: Conversation, thanks: Thanks, side: Side): ThanksView {
  const { at, text = null, shown } = thanks;
  const consent = side === 'sender' ? thanks.consent : standingConsent(c);
  return {
    at,
    text,
    consent: consent ? { at: consent.at, name: consent.name ?? null } : null,
    isShown: shown !== undefined,
  };
}

/** The thank-yous on a profile, with the figures beside them; undefined if the person shows none. */
export function profileThanksView(
  { thankedCount = 0, paidAnswerCount = 0 }: User,
  item: ShownThanksItem | undefined,
): z.output<typeof profileThanks> | undefined {
  const shown = shownThanksIn(item);
  if (shown.length === 0) return undefined;
  return {
    thankedCount,
    paidAnswerCount,
    shown: shown.map(({ id, text, name = null, at }) => ({ id, text, name, month: monthOf(at) })),
  };
}
