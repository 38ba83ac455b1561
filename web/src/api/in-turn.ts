/** Does one piece of work of this name at a time, in all tabs where the browser can see to that. */
export function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}
