import type { ReactNode } from 'react';
import { CardSkeleton, RowsSkeleton } from '#web/ui/Skeletons.tsx';

/* The two columns of Home: what waits for the user, and beside it, on a phone below it, everything else. */
export function HomeColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className="grid gap-x-10 gap-y-6 pt-1 wide:grid-cols-[minmax(0,1fr)_21.5rem] wide:items-start">
      <div className="grid gap-6">{main}</div>
      <div className="grid gap-5">{side}</div>
    </div>
  );
}

export const HomeSkeleton = () => (
  <HomeColumns main={<RowsSkeleton rows={4} />} side={<CardSkeleton height={192} />} />
);
