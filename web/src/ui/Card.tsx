import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/* A panel around related content. Lists need none. */

export type CardProps = { children: ReactNode; title?: string; className?: string };

export function Card({ children, title, className }: CardProps) {
  return (
    <section className={classNames('rounded-card border border-rule bg-card p-5', className)}>
      {title && <h2 className="mb-3 font-semibold">{title}</h2>}
      {children}
    </section>
  );
}
