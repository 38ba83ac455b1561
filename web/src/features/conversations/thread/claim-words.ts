import { recipient, sender } from '#shared/messages/timeline.ts';
import type { Cents } from '#shared/money.ts';
import { isAcceptedBySender } from '#shared/rules/conversations/claim-states.ts';
import { type Conversation, firstName } from '../conversation.ts';

export type ClaimEvent = Extract<Conversation['timeline'][number]['event'], `CLAIM${string}`>;

/** The event of a claim in the timeline. `amount`: the part of the recipient's earnings that it moved. */
export function claimWords(
  event: ClaimEvent,
  amount: Cents | undefined,
  conversation: Conversation,
  own: boolean,
): string {
  return own ? recipientsWords(event, amount, conversation) : sendersWords(event, conversation);
}

function recipientsWords(
  event: ClaimEvent,
  sum: Cents | undefined,
  { senderName, claim }: Conversation,
): string {
  const name = firstName(senderName);
  switch (event) {
    case 'CLAIMED':
      return recipient.claimed(name, sum);
    case 'CLAIM_IMPROVED':
      return 'You improved the answer';
    case 'CLAIM_CONTESTED':
      return claim?.contest?.by === 'sender'
        ? `${name} asked for a decision`
        : 'You contested the claim';
    case 'CLAIM_WITHDRAWN':
      return claim && isAcceptedBySender(claim)
        ? recipient.claimAcceptedBy(name, sum)
        : recipient.claimWithdrawn(name, sum);
    case 'CLAIM_ACCEPTED':
      return recipient.claimAccepted(sum);
    case 'CLAIM_GIVEN_BACK':
      return recipient.claimGivenBack(sum);
    case 'CLAIM_LAPSED':
      return recipient.claimLapsed(sum);
    case 'CLAIM_UPHELD':
      return recipient.claimUpheld(sum);
    case 'CLAIM_REJECTED':
      return recipient.claimRejected(sum);
    case 'CLAIM_OVERTAKEN':
      return recipient.claimOvertaken(sum);
  }
}

function sendersWords(event: ClaimEvent, { recipientName, claim, price }: Conversation): string {
  const name = firstName(recipientName);
  switch (event) {
    case 'CLAIMED':
      return 'You claimed that this doesn’t answer the question';
    case 'CLAIM_IMPROVED':
      return `${name} improved the answer`;
    case 'CLAIM_CONTESTED':
      return claim?.contest?.by === 'sender'
        ? 'You asked for a decision'
        : `${name} contested the claim`;
    case 'CLAIM_WITHDRAWN':
      return claim && isAcceptedBySender(claim)
        ? 'You accepted the improved answer'
        : 'You withdrew the claim';
    case 'CLAIM_ACCEPTED':
      return recipient.claimAccepted(undefined);
    case 'CLAIM_GIVEN_BACK':
      return sender.claimGivenBack(name, price);
    case 'CLAIM_LAPSED':
      return sender.claimLapsed(name, price);
    case 'CLAIM_UPHELD':
      return sender.claimUpheld(price);
    case 'CLAIM_REJECTED':
      return recipient.claimRejected(undefined);
    case 'CLAIM_OVERTAKEN':
      return recipient.claimOvertaken(undefined);
  }
}
