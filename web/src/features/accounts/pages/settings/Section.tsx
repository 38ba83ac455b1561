import type { ReactNode } from 'react';
import { List } from '#web/ui/List.tsx';

export const ICON = { 'aria-hidden': true, size: 20 } as const;

/* A group of settings with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h2 className="font-serif text-xl">{title}</h2>
      {children}
    </section>
  );
}

/* A group of settings whose rows are links. */
export function RowsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <List label={title}>{children}</List>
    </Section>
  );
}
