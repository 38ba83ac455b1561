import type { ReactNode } from 'react';

/* A figure over its caption. StatRow shows two or three side by side. */

export type StatFigureProps = { figure: ReactNode; caption: string };

export function StatFigure({ figure, caption }: StatFigureProps) {
  return (
    <div className="flex flex-1 basis-[5.5rem] flex-col-reverse justify-end px-1 py-3 text-center">
      <dt className="text-[0.8125rem] text-soft">{caption}</dt>
      <dd className="font-figures font-semibold text-xl leading-tight">{figure}</dd>
    </div>
  );
}

export function StatRow({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap divide-x divide-rule border-rule border-y">{children}</dl>;
}
