import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/* Past and future events with their dates. Filled dots are past, hollow ones future. */

export type TimelineItem = {
  key: string;
  done: boolean;
  /** The bold beginning of the line: "Today", "When Ana answers", "Dec 1, 09:12". */
  lead?: string;
  text: ReactNode;
  /** The date after the line: "Nov 21, 09:12". `dateTime` is the same as ISO. */
  at?: { words: string; dateTime: string };
};

export type TimelineProps = {
  items: readonly TimelineItem[];
  label: string;
  /** Sets each beginning on a line of its own, above a whole sentence. */
  stacked?: boolean;
};

export function Timeline({ items, label, stacked = false }: TimelineProps) {
  return (
    <ol aria-label={label} className="grid">
      {items.map((item, index) => (
        <li
          key={item.key}
          className="relative grid grid-cols-[14px_minmax(0,1fr)] gap-x-3 pb-3 last:pb-0"
        >
          {index < items.length - 1 && (
            <span aria-hidden className="absolute top-4 bottom-[-4px] left-1.5 w-0.5 bg-rule" />
          )}
          <span
            aria-hidden
            className={classNames(
              'relative mt-[5px] size-3.5 rounded-full border-2 border-ink',
              item.done ? 'bg-ink forced-colors:bg-[CanvasText]' : 'border-soft bg-paper',
            )}
          />
          <p>
            {item.lead && (
              <strong className={stacked ? 'block font-semibold' : 'font-semibold'}>
                {item.lead}{' '}
              </strong>
            )}
            {item.text}
            {item.at && (
              <>
                {' '}
                <time dateTime={item.at.dateTime} className="whitespace-nowrap text-soft">
                  {item.at.words}
                </time>
              </>
            )}
            {!item.done && <span className="sr-only"> (still to come)</span>}
          </p>
        </li>
      ))}
    </ol>
  );
}
