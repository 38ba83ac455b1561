/** The last work under each name in this tab. */
const lasts = new Map<string, Promise<unknown>>();

/**
 * Runs `work` once everything before it under a lock of this name is done, in all tabs. In browsers without the Web Locks API, or
 * that refuse it with the storage, each tab has locks of its own.
 */
export async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return inThisTab(name, work);
  let isGranted = false;
  const granted = () => {
    isGranted = true;
    return work();
  };
  try {
    return await navigator.locks.request(name, granted);
  } catch (error) {
    if (isGranted) throw error;
    return inThisTab(name, work);
  }
}

function inThisTab<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const done = (lasts.get(name) ?? Promise.resolve()).then(work);
  const settled = done.catch(() => undefined);
  lasts.set(name, settled);
  void settled.then(() => lasts.get(name) === settled && lasts.delete(name));
  return done;
}

/** A lock that a tab keeps until it is released, or the tab is closed. */
export type KeptLock = {
  /** Takes the lock, unless another tab has it. Returns whether this tab has it. */
  take(): Promise<boolean>;
  release(): void;
};

/** A lock to be kept. In browsers without the Web Locks API, or that refuse it with the storage, each tab gets it. */
export function keptLock(name: string): KeptLock {
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
        .catch(() => resolve(true));
    });
  return {
    async take() {
      if (!('locks' in navigator)) return true;
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
