import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/*
 * The bar at the bottom of a screen with one action, and a note under it. FormShell has its own. On a phone it stays
 * within reach of the thumb; on wider screens it follows the content.
 */

export type ActionBarProps = {
  children: ReactNode;
  /** Before the action, for example a Stamp. */
  before?: ReactNode;
  note?: ReactNode;
  /** The id of the note, for the action that it is about. */
  noteId?: string;
  /** At most a quarter of a low screen: actions side by side, and nothing before them. */
  low?: boolean;
  /** The bar follows the content also on a phone, so that no field is ever under it. */
  inFlow?: boolean;
  /** On a wide screen the bar is a column beside the content, with this above and below the action. */
  column?: { readonly above?: ReactNode; readonly below?: ReactNode };
};

export function ActionBar(props: ActionBarProps) {
  const { children, before, note, noteId, low = false, inFlow = false, column } = props;
  const bar = useRef<HTMLDivElement>(null);
  useActionBarHeight(bar);
  return (
    <div
      ref={bar}
      className={classNames(
        'action-bar safe-bottom mt-auto border-rule border-t bg-card px-5 pt-3.5 min-[40rem]:mt-0 min-[40rem]:bg-paper',
        !inFlow && 'sticky bottom-(--keyboard-height) z-20',
        low && 'short:pt-2',
        column &&
          'wide:sticky wide:top-[calc(var(--bar-height)+4.5rem)] wide:bottom-auto wide:mt-4 wide:border-t-0 wide:bg-paper wide:pb-8',
      )}
    >
      {column?.above && <div className="hidden wide:block">{column.above}</div>}
      <div className="flex flex-wrap items-center gap-4">
        {before && (
          <div
            className={classNames(
              'shrink-0',
              low && 'short:hidden',
              column?.above ? 'wide:hidden' : undefined,
            )}
          >
            {before}
          </div>
        )}
        <div
          className={classNames(
            'grid min-w-0 flex-1 basis-[8rem] gap-2',
            low && 'short:grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))]',
          )}
        >
          {children}
        </div>
      </div>
      {note && (
        <p
          id={noteId}
          className={classNames(
            'action-bar-note mt-2.5 text-balance text-center text-[0.875rem] text-soft',
            low && 'short:mt-1.5 short:text-[0.8125rem]',
            column &&
              'wide:mt-4 wide:font-semibold wide:text-[1.0625rem] wide:text-ink wide:leading-snug',
          )}
        >
          {note}
        </p>
      )}
      {column?.below && <div className="hidden wide:block">{column.below}</div>}
    </div>
  );
}

/** Gives CSS the height of the bar: what is focused or scrolled to is shown above it. */
function useActionBarHeight(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!bar.current) return;
    const element = bar.current;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => {
      // As a column beside the content, or below it, it covers nothing.
      const coversNothing = getComputedStyle(element).bottom === 'auto';
      style.setProperty('--action-bar-height', coversNothing ? '0px' : `${element.offsetHeight}px`);
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty('--action-bar-height');
    };
  }, [bar]);
}
