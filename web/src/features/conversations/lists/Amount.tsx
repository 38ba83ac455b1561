import type { Cents } from '#shared/money.ts';
import { Money } from '#web/ui/Money.tsx';
import { FREE, isFree } from '../money-words.ts';

export type AmountProps = { amount: Cents; className?: string };

/* The price or the earnings of a conversation, in its list row. Help tickets are free. */
export function Amount({ amount, className }: AmountProps) {
  if (isFree({ price: amount }))
    return <span className="text-[0.9375rem] text-soft leading-tight">{FREE}</span>;
  return <Money amount={amount} {...(className ? { className } : {})} />;
}
