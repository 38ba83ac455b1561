import { type Cents, formatMoney } from '../../../../../shared/money.ts';
import { type Conversation, firstName } from '../conversation.ts';

type ClaimEvent = Extract<Conversation['timeline'][number]['event'], `CLAIM${string}`>;

/** The event of a claim in the timeline. `amount`: the part of the recipient's earnings that it moved. */
export function claimWords(
  event: ClaimEvent,
  amount: Cents | undefined,
  conversation: Conversation,
  own: boolean,
): string {
  const sender = own ? firstName(conversation.senderName) : 'You';
  const recipient = firstName(conversation.recipientName);
  const price = formatMoney(conversation.price);
  const sum = own && amount ? formatMoney(amount) : undefined;
  const free = sum ? `: ${sum} is yours again` : '';
  const taken = sum ? `: ${sum} of your earnings was taken back` : '';
  switch (event) {
    case 'CLAIMED':
      return `${sender} claimed that this doesn’t answer the question${sum ? `: ${sum} of your balance is frozen` : ''}`;
    case 'CLAIM_IMPROVED':
      return own ? 'You improved the answer' : `${recipient} improved the answer`;
    case 'CLAIM_CONTESTED':
      return conversation.claim?.contest?.by === 'sender'
        ? `${sender} asked for a decision`
        : `${own ? 'You' : recipient} contested the claim`;
    case 'CLAIM_WITHDRAWN':
      return `${sender} withdrew the claim${free}`;
    case 'CLAIM_ACCEPTED':
      return `The improved answer stands${free}`;
    case 'CLAIM_GIVEN_BACK':
      return own ? `You gave the money back${taken}` : `${recipient} gives you the ${price} back`;
    case 'CLAIM_LAPSED':
      return own
        ? `You didn’t respond within 72 hours${taken}`
        : `${recipient} didn’t respond, so you get the ${price} back`;
    case 'CLAIM_UPHELD':
      return own
        ? `The claim was upheld${taken}`
        : `Your claim was upheld: you get the ${price} back`;
    case 'CLAIM_REJECTED':
      return `The claim was rejected${free}`;
    case 'CLAIM_OVERTAKEN':
      return `The claim ended, because the payment was disputed or refunded${free}`;
  }
}
