import type { ReactNode } from 'react';

/*
 * The foot of a screen that asks for one thing: its action, and a line of reassurance under it. FormShell brings its own.
 * On a phone it is always in reach of the thumb; on anything wider it follows what it is about.
 */

export type ActionBarProps = {
  children: ReactNode;
  /** Before the action: a Stamp. */
  before?: ReactNode;
  note?: ReactNode;
};

export function ActionBar({ children, before, note }: ActionBarProps) {
  return (
    <div className="action-bar safe-bottom sticky bottom-0 z-20 mt-auto border-rule border-t bg-card px-5 pt-3.5 min-[40rem]:mt-0 min-[40rem]:bg-paper">
      <div className="flex flex-wrap items-center gap-4">
        {before}
        <div className="grid min-w-0 flex-1 basis-[8rem] gap-2">{children}</div>
      </div>
      {note && <p className="mt-2.5 text-balance text-center text-[0.875rem] text-soft">{note}</p>}
    </div>
  );
}
