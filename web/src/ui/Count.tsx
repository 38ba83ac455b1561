import { countSign } from './count-sign.ts';

/* The number of unread items in a row. */
export function Count({ of: count }: { of: number }) {
  return (
    <span className="inline-grid min-h-6 min-w-6 place-items-center rounded-full bg-ink px-1.5 font-semibold text-[0.8125rem] text-paper tabular-nums leading-none forced-colors:border">
      {countSign(count)}
      <span className="sr-only"> new</span>
    </span>
  );
}
