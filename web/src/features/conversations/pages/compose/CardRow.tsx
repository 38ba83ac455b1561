import { CreditCard } from 'lucide-react';
import { cardWords } from '#web/features/billing/card/card-words.ts';
import type { SavedCard } from './CardOnFile.tsx';

export type CardRowProps = {
  card: SavedCard;
  /** What is paid with it: `$25.00, as last time`. */
  amount: string;
  /** Whether the sender wants to pay with another card. */
  isAnother: boolean;
  onChange: (isAnother: boolean) => void;
};

/* The card that pays a new letter, before the screen of the payment: the one on file, or another one, which is entered there. */
export function CardRow({ card, amount, isAnother, onChange }: CardRowProps) {
  return (
    <section
      aria-label="Payment card"
      className="flex min-h-15.5 items-center gap-3 rounded-card border border-rule bg-card py-1.5 pr-2 pl-4"
    >
      <CreditCard aria-hidden className="size-5 shrink-0 text-soft" />
      <div role="status" className="min-w-0 flex-1 leading-5">
        <p className="font-semibold">{isAnother ? 'Another card' : cardWords(card)}</p>
        <p className="text-[0.875rem] text-soft">
          {isAnother ? 'You enter it on the next screen.' : amount}
        </p>
      </div>
      <button
        type="button"
        onClick={() => onChange(!isAnother)}
        className="min-h-11 shrink-0 px-2 font-semibold text-back hover:underline"
      >
        {isAnother ? (
          `Use ${cardWords(card)}`
        ) : (
          <>
            Change <span className="sr-only">the card</span>
          </>
        )}
      </button>
    </section>
  );
}
