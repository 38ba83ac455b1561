import type { ReactNode } from 'react';
import { useLoading } from './announce.ts';

/* Placeholders of loading content. However many a screen has, "Loading..." is announced once. */

export type RowsSkeletonProps = {
  rows?: number;
  /** Whether each row begins with a picture of a person. */
  hasFaces?: boolean;
};

export function RowsSkeleton({ rows = 5, hasFaces = true }: RowsSkeletonProps) {
  return (
    <Loading>
      <div className="divide-y divide-rule">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
          <div key={row} className="flex min-h-18 items-center gap-3.5 py-3">
            {hasFaces && <div className="skeleton size-11 rounded-full!" />}
            <div className="grid flex-1 gap-2">
              <div className="skeleton h-4 w-2/5" />
              <div className="skeleton h-3.5 w-3/4" />
            </div>
            <div className="skeleton h-5 w-14" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

export function LetterSkeleton() {
  return (
    <Loading>
      <div className="letter grid gap-3 p-5">
        <div className="mb-2 flex items-center gap-3">
          <div className="skeleton size-11 rounded-full!" />
          <div className="skeleton h-4 w-32" />
        </div>
        {['w-1/4', 'w-full', 'w-11/12', 'w-full', 'w-3/5'].map((width, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a drawing
          <div key={line} className={`skeleton h-4 ${width}`} />
        ))}
      </div>
    </Loading>
  );
}

export function ProfileSkeleton() {
  return (
    <Loading>
      <div className="grid gap-6">
        <div className="flex items-center gap-4">
          <div className="skeleton size-26 rounded-full!" />
          <div className="grid flex-1 gap-2.5">
            <div className="skeleton h-7 w-3/4" />
            <div className="skeleton h-4 w-1/2" />
            <div className="skeleton h-4 w-2/3" />
          </div>
        </div>
        <div className="skeleton h-18" />
        <div className="grid gap-2.5">
          <div className="skeleton h-4" />
          <div className="skeleton h-4 w-11/12" />
          <div className="skeleton h-4 w-2/3" />
        </div>
      </div>
    </Loading>
  );
}

export function CardSkeleton({ height = 120 }: { height?: number }) {
  return (
    <Loading>
      <div className="skeleton rounded-card!" style={{ height }} />
    </Loading>
  );
}

export function Loading({ children }: { children: ReactNode }) {
  useLoading();
  return <div aria-hidden="true">{children}</div>;
}
