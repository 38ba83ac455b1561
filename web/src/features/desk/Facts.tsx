import type { ReactNode } from 'react';

/** A list of facts: each a term and its value. A value of null is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-6 gap-y-1.5">
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-soft">{term}</dt>
            <dd className="wrap-anywhere min-w-0 tabular-nums">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
