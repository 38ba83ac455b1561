import type { ReactNode } from 'react';
import type { Cents } from '#shared/money.ts';
import { classNames } from './class-names.ts';
import { Money } from './Money.tsx';

/* How an amount is calculated: lines, then the total. The caller gives all amounts; nothing is added up here. */

type BreakdownLine = { label: ReactNode; amount: Cents };

export type BreakdownProps = { lines: readonly BreakdownLine[]; total: BreakdownLine };

export function Breakdown({ lines, total }: BreakdownProps) {
  return (
    <dl className="rounded-card border border-rule bg-card px-5 py-2">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are fixed, labels may repeat
        <Line key={index} {...line} />
      ))}
      <Line {...total} last={lines.length > 0} strong />
    </dl>
  );
}

function Line({
  label,
  amount,
  strong,
  last,
}: BreakdownLine & { strong?: boolean; last?: boolean }) {
  return (
    <div
      className={classNames(
        'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3',
        last && 'border-rule border-t',
        strong && 'font-semibold',
      )}
    >
      <dt className="min-w-0 flex-1 basis-[8rem]">{label}</dt>
      <dd className="wrap-anywhere ml-auto min-w-0">
        <Money
          amount={amount}
          className={strong ? 'text-2xl leading-none' : 'text-lg leading-none'}
        />
      </dd>
    </div>
  );
}
