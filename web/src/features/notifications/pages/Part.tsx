import type { ReactNode } from 'react';

/* A part of the notification settings, with a heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h2 className="font-serif text-xl">{title}</h2>
      {children}
    </section>
  );
}
