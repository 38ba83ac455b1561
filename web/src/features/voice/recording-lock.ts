import { readSession } from '#web/api/session.ts';

/*
 * The lock of a recording: one tab records, keeps and uploads it, or two would write over each other. A tab that is closed or crashes gives
 * it back. docs/product/attachments.md#voice
 */

export type RecordingLock = {
  /** Takes the lock, or keeps it. Returns whether this tab has it. */
  take(): Promise<boolean>;
  release(): void;
};

/** The lock of the signed-in person’s recording for a place. */
export function recordingLockOf(place: string): RecordingLock {
  const name = `recording ${readSession()?.userId} ${place}`;
  let taken: Promise<boolean> | undefined;
  let release = () => {};
  const request = () =>
    new Promise<boolean>((resolve) => {
      const held = new Promise<void>((end) => {
        release = end;
      });
      navigator.locks
        .request(name, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock ? held : undefined;
        })
        // A page that may not use locks records without one.
        .catch(() => resolve(true));
    });
  return {
    async take() {
      // Pages without HTTPS have none.
      if (!navigator.locks) return true;
      taken ??= request();
      const isTaken = await taken;
      if (!isTaken) taken = undefined;
      return isTaken;
    },
    release() {
      taken = undefined;
      release();
    },
  };
}
