/** A text of `count` letters with as many different ones as a sentence has. */
export const letters = (count: number): string =>
  'abcdefghijklmnopqrstuvwxyz'.repeat(Math.ceil(count / 26)).slice(0, count);
