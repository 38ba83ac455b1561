import type { ComponentProps } from 'react';
import { type Instant, toIso } from '#shared/time.ts';
import { daysAhead, dayWords } from '#web/shell/dates.ts';

export type DayMarkProps = ComponentProps<'div'> & { at: Instant; now: Instant };

/* The divider before a new day, drawn as a postmark with waves on either side. */
export function DayMark({ at, now, ...attributes }: DayMarkProps) {
  const [month = '', day = '', year = ''] = dayWords(at, now).split(/,? /);
  const nearby = { 0: 'Today', '-1': 'Yesterday' }[daysAhead(at, now)];
  return (
    <div {...attributes} className="grid justify-items-center gap-1 pt-0.5 pb-4 text-soft">
      <svg
        aria-hidden="true"
        viewBox="0 0 200 48"
        width="200"
        height="48"
        fill="none"
        stroke="currentColor"
        className="max-w-full -rotate-2"
      >
        <circle cx="100" cy="24" r="22" strokeWidth="1.5" />
        <circle cx="100" cy="24" r="18.5" strokeWidth="0.8" />
        <g strokeWidth="1.2" strokeLinecap="round" opacity="0.6">
          {[17, 24, 31].map((y) => (
            <path
              key={y}
              d={`M22 ${y} q6 -5 12 0 t12 0 t12 0 t12 0 M130 ${y} q6 -5 12 0 t12 0 t12 0 t12 0`}
            />
          ))}
        </g>
        <g className="postmark-words" fill="currentColor" stroke="none" textAnchor="middle">
          <text x="100" y={year ? 19 : 24} fontSize={year ? 11 : 14}>
            {day}
          </text>
          <text x="100" y={year ? 28 : 34} fontSize="8.5" letterSpacing="1">
            {month.toUpperCase()}
          </text>
          {year && (
            <text x="100" y="36" fontSize="7">
              {year}
            </text>
          )}
        </g>
      </svg>
      <time dateTime={toIso(at).slice(0, 10)} className={nearby ? 'text-[0.8125rem]' : 'sr-only'}>
        {nearby ?? dayWords(at, now)}
      </time>
    </div>
  );
}
