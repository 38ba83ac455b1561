import { thankRecipient } from '#shared/api/thanks.ts';
import { firstName } from '#shared/first-name.ts';
import { Refusal } from '#shared/refusals.ts';
import { saysTheSame, thank, thankUntil } from '#shared/rules/conversations/thanks.ts';
import { hasVisibleText } from '#shared/rules/text/readable-text.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import { conversationKey, userKey } from '../storage/keys.ts';
import { participantOf } from './participant.ts';

const TOO_LATE =
  'You can say thanks for 30 days after a paid answer. Nothing was changed; what you said before stays.';

/** Thanks for the paid response of an order, for its sender (docs/product/conversations.md#thanks). */
export const handler = serve(
  thankRecipient,
  async ({ orderId, text = '', mayShow: choice }, { table, caller, now }) => {
    const user = await userById(table, caller.userId, now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    const name = firstName(user.fullName);
    const said = { text: hasVisibleText(text) ? text : '', choice, name };
    const found = await changeConversation(table, orderId, now, (current) => {
      const { side } = participantOf(current, caller.userId, now);
      if (side !== 'sender') throw new Refusal('FORBIDDEN');
      // A repeated call succeeds, also after the time is over.
      if (saysTheSame(current, said)) return undefined;
      if (thankUntil(current, side, now) === undefined)
        throw new Refusal('WRONG_STATUS', {
          message: TOO_LATE,
          details: { inboxStatus: current.status },
        });
      return thank(current, said, now);
    });
    if (!found) throw new Refusal('NOT_FOUND');
    return {};
  },
  { readAhead: ({ orderId }, { callerId }) => [conversationKey(orderId), userKey(callerId)] },
);
