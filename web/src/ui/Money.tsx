import { type Cents, formatMoney } from '../../../shared/money.ts';
import { classNames } from './class-names.ts';

/* An amount. In the serif wherever it is the point of the line; `sans` inside a running sentence. */

export type MoneyProps = {
  amount: Cents;
  sans?: boolean;
  /** Leaves out cents that are zero: $25. Only where a price is named, never where amounts are added up. */
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
