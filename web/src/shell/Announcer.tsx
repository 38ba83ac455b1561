import { useAnnounced, useAnyLoading } from '../ui/announce.ts';

/* The live regions of the shell: what `announce` says, and that something loads. */
export function Announcer() {
  return (
    <>
      <p role="status" className="sr-only">
        {useAnnounced()}
      </p>
      <p role="status" className="sr-only">
        {useAnyLoading() && 'Loading...'}
      </p>
    </>
  );
}
