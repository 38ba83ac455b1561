import type { ReactNode } from 'react';

/* The frame of a list beside a letter: a landmark that scrolls by itself. */
export function PaneFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <aside aria-label={title} className="list-pane px-5 pb-8">
      <h2 className="pt-5 pb-2 font-serif text-2xl leading-tight">{title}</h2>
      {children}
    </aside>
  );
}
