/** The last work under each name in this tab. */
const lasts = new Map<string, Promise<unknown>>();

/**
 * Runs `work` once everything before it under a lock of this name is done, in all tabs. In browsers without the Web Locks API each tab
 * has locks of its own.
 */
export function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if ('locks' in navigator) return navigator.locks.request(name, work);
  const done = (lasts.get(name) ?? Promise.resolve()).then(work);
  const settled = done.catch(() => undefined);
  lasts.set(name, settled);
  void settled.then(() => lasts.get(name) === settled && lasts.delete(name));
  return done;
}
