import { WalletCards } from 'lucide-react';
import { type CardDigits, cardWords } from './card-words.ts';

/* A card by its brand and last four digits, or the wallet that it was chosen in. */
export function CardName(card: CardDigits) {
  const { cardBrand, cardLastFour, wallet } = card;
  if (wallet)
    return (
      <>
        <WalletCards aria-hidden className="size-5 shrink-0 text-soft" />
        <span className="flex-1 font-semibold tabular-nums">{cardWords(card)}</span>
      </>
    );
  return (
    <>
      <span className="rounded-letter bg-ink px-2 py-1 font-bold text-[0.6875rem] text-paper uppercase tracking-wide">
        {cardBrand}
      </span>
      <span className="flex-1 tabular-nums">
        <span aria-hidden>•••• {cardLastFour}</span>
        <span className="sr-only">ending in {cardLastFour}</span>
      </span>
    </>
  );
}
