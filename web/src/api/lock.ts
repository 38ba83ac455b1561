/** Runs `work` under a lock of this name that all tabs share. Browsers without the Web Locks API run it at once. */
export function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}
