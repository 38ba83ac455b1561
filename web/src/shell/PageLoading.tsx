import { RowsSkeleton } from '../ui/Skeletons.tsx';

/* Shown while the code of a screen loads. The text appears with a delay, so that a fast page does not flash it. */
export function PageLoading() {
  return (
    <main id="page" className="mx-auto w-full max-w-160 flex-1 px-5 pt-4">
      <p className="late mb-2 text-soft">Loading...</p>
      <RowsSkeleton />
    </main>
  );
}
