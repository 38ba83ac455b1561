import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/* A panel that holds together what belongs together. Not around everything: a list stands on the paper itself. */

export type CardProps = { children: ReactNode; title?: string; className?: string };

export function Card({ children, title, className }: CardProps) {
  return (
    <section className={classNames('rounded-card border border-rule bg-card p-5', className)}>
      {title && <h2 className="mb-3 font-semibold">{title}</h2>}
      {children}
    </section>
  );
}
