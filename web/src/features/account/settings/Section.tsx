import type { ReactNode } from 'react';
import { List } from '../../../ui/List.tsx';

export const ICON = { 'aria-hidden': true, size: 20 } as const;

/* Rows of one kind under their name. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="font-semibold text-[0.9375rem] text-soft">{title}</h2>
      <List label={title}>{children}</List>
    </section>
  );
}
