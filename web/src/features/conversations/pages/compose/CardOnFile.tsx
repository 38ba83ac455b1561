import type * as z from 'zod/mini';
import type { paymentMethod } from '#shared/api/money-entities.ts';
import { CardName } from '#web/features/billing/card/CardName.tsx';

export type SavedCard = Omit<z.output<typeof paymentMethod>, 'id'>;

/* The card or wallet on file, with a button to use another one. */
export function CardOnFile({ card, onChange }: { card?: SavedCard; onChange: () => void }) {
  return (
    <div className="flex min-h-15 flex-wrap items-center gap-x-3 rounded-card border border-rule bg-card py-1.5 pr-3 pl-4">
      {card ? <CardName {...card} /> : <p className="flex-1">Saved card</p>}
      <button
        type="button"
        onClick={onChange}
        className="min-h-11 px-2 font-semibold text-back hover:underline"
      >
        Change
      </button>
    </div>
  );
}
