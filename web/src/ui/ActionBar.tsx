import type { ReactNode } from 'react';

/* The foot of a screen that asks for one thing: its action, and a line of reassurance under it. FormShell brings its own. */

export type ActionBarProps = {
  children: ReactNode;
  /** Before the action: a Stamp. */
  before?: ReactNode;
  note?: ReactNode;
};

export function ActionBar({ children, before, note }: ActionBarProps) {
  return (
    <div className="action-bar safe-bottom sticky bottom-0 z-20 mt-auto border-rule border-t bg-card px-5 pt-3.5">
      <div className="flex items-center gap-4">
        {before}
        <div className="grid min-w-0 flex-1 gap-2">{children}</div>
      </div>
      {note && <p className="mt-2.5 text-balance text-center text-[0.875rem] text-soft">{note}</p>}
    </div>
  );
}
