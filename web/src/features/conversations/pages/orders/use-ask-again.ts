import { viewUserProfile } from '#shared/api/profiles.ts';
import { formatMoney } from '#shared/money.ts';
import type { Instant } from '#shared/time.ts';
import { query, useEntity } from '#web/api/queries.ts';
import { unavailableWords } from '#web/features/profiles/availability-words.ts';
import { paths } from '#web/paths.ts';
import type { Conversation } from '../../conversation.ts';
import { priceNow } from '../compose/last-time.ts';

/**
 * Where a sender asks the same person again, with what it costs now. `price`: undefined while it is not known, if nobody can write
 * to this person now, or if what was bought is no longer offered. docs/product/conversations.md#asking-again
 */
export function useAskAgain(conversation: Conversation, now: Instant) {
  const { id, recipientId } = conversation;
  const { data: profile } = useEntity(query(viewUserProfile, { id: recipientId }));
  const fault = profile && unavailableWords(profile, now);
  const cents =
    profile && !fault ? priceNow(profile, { order: conversation, answers: [] }) : undefined;
  const price = cents === undefined ? undefined : formatMoney(cents);
  return {
    to: paths.createInbox(recipientId, undefined, id),
    price,
    /** What a press leads to, or why nobody can write to this person now. */
    hint: fault ?? (price ? `A new letter, ${price}` : 'A new letter'),
  };
}
