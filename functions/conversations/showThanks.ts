import { showThanks } from '#shared/api/thanks.ts';
import { newId } from '#shared/ids.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Change, Conversation } from '#shared/rules/conversations/conversations.ts';
import {
  hideThanks,
  SHOWN_THANKS_MAX,
  showThanks as show,
  standingConsent,
  withoutConsent,
} from '#shared/rules/conversations/thanks.ts';
import type { Instant } from '#shared/time.ts';
import { serve } from '../serve.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { isBlocking } from '../storage/contacts/contacts.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import { shownThanksBy } from '../storage/conversations/thanks.ts';
import { conversationKey } from '../storage/keys.ts';
import type { TableReader } from '../storage/table.ts';
import { participantOf } from './participant.ts';

const NO_CONSENT = 'The sender doesn’t agree that it is shown. Nothing stands on your profile.';
const CHANGED =
  'The sender changed it a moment ago. Please read it again and decide. Nothing stands on your profile yet.';
const FULL = `Your profile shows ${SHOWN_THANKS_MAX} thank-yous, as many as it can. Take one off to show this one.`;

/** Shows what the sender said in thanks on the recipient's profile, or takes it off (docs/product/conversations.md#thanks). */
export const handler = serve(
  showThanks,
  async ({ inboxId, isShown, consentAt }, { table, caller, now }) => {
    const found = await changeConversation(table, inboxId, now, (current) => {
      const { side } = participantOf(current, caller.userId, now);
      if (side !== 'recipient') throw new Refusal('FORBIDDEN');
      if ((current.thanks?.shown !== undefined) === isShown) return undefined;
      return isShown ? shown(table, current, consentAt, now) : hideThanks(current);
    });
    if (!found) throw new Refusal('NOT_FOUND');
    if (isShown && !found.thanks?.shown) throw refusal(found, NO_CONSENT);
    return {};
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)] },
);

/** The change that shows a thank-you. If a block or a closed account has come between, it withdraws the consent instead. */
async function shown(
  table: TableReader,
  current: Conversation,
  consentAt: Instant | undefined,
  now: Instant,
): Promise<Change | undefined> {
  const { sender, recipient } = current;
  const consent = standingConsent(current);
  if (!consent) throw refusal(current, NO_CONSENT);
  if (consent.at !== consentAt) throw refusal(current, CHANGED);
  const [account, blocks, isBlocked, all] = await Promise.all([
    userById(table, sender.id, now),
    isBlocking(table, recipient.id, sender.id),
    isBlocking(table, sender.id, recipient.id),
    shownThanksBy(table, recipient.id),
  ]);
  if (!account || isClosed(account) || blocks || isBlocked) return withoutConsent(current);
  if (all.length >= SHOWN_THANKS_MAX) throw refusal(current, FULL);
  return show(current, newId(now), now);
}

const isClosed = ({ blockedAt, deletionAt }: User): boolean =>
  blockedAt !== undefined || deletionAt !== undefined;

const refusal = ({ status }: Conversation, message: string): Refusal =>
  new Refusal('WRONG_STATUS', { message, details: { inboxStatus: status } });
