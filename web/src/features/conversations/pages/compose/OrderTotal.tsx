import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { HELD_TODAY, paidOnlyIfAnswered } from '#shared/messages/payments.ts';
import type { Cents } from '#shared/money.ts';
import { Money } from '#web/ui/Money.tsx';

export type OrderTotalProps = {
  /** The id of the promise, for the button that it is about; undefined while nothing can be promised. */
  promiseId: string | undefined;
  price: Cents;
  /** The recipient's first name. */
  name: string;
  /** What is paid for. */
  what: string;
  /** More about it. */
  children?: ReactNode;
};

/* What an order costs, and that nothing is charged for it today. */
export function OrderTotal({ promiseId, price, name, what, children }: OrderTotalProps) {
  return (
    <div className="grid gap-3">
      <dl className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <dt className="min-w-0 flex-1 basis-[8rem]">
          <span className="block font-semibold text-lg leading-snug">Order total</span>
          <span className="block text-[0.9375rem] text-soft">{what}</span>
        </dt>
        <dd className="wrap-anywhere ml-auto min-w-0">
          <Money amount={price} className="text-[min(2.5rem,11vw)] leading-none" />
        </dd>
      </dl>
      {children}
      {promiseId && (
        <div className="flex gap-2.5 rounded-card bg-tint px-4 py-2.5 text-held-text">
          <LockKeyhole aria-hidden className="mt-1 size-4 shrink-0" />
          <p id={promiseId}>
            <strong className="block font-semibold">{HELD_TODAY}</strong> {paidOnlyIfAnswered(name)}
          </p>
        </div>
      )}
    </div>
  );
}
