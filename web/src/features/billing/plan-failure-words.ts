import { isRefusal } from '#web/api/client.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { declinedWords } from './card/card-words.ts';
import type { NewCard } from './card/use-new-card.ts';

/** The message of a payment for a plan that was refused. A card that its bank declined in a wallet is named. */
export function planFailureWords(failed: string, fault: unknown, card?: NewCard): string {
  const words = failureWords(failed, fault);
  return card?.called.wallet && isRefusal(fault, 'CARD_DECLINED')
    ? `${declinedWords(card.called)} ${words}`
    : words;
}
