import { type Cents, formatMoney } from '#shared/money.ts';
import { classNames } from './class-names.ts';

/* An amount of money, in the serif font; `sans` inside a sentence. */

export type MoneyProps = {
  amount: Cents;
  sans?: boolean;
  /** Leaves out zero cents: $25. For prices, never for sums. */
  short?: boolean;
  className?: string;
};

export function Money({ amount, sans, short, className }: MoneyProps) {
  return (
    <span className={classNames(sans ? 'tabular-nums' : 'font-figures', className)}>
      {short ? shortMoney(amount) : formatMoney(amount)}
    </span>
  );
}

/** `$25` for whole dollars, `$23.35` otherwise. */
export function shortMoney(amount: Cents): string {
  return formatMoney(amount).replace(/\.00$/, '');
}
