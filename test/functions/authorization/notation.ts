import type { RefusalCode } from '#shared/refusals.ts';
import type { Answer } from '../../support/call.ts';

export const SUCCESS = '+';
/** The operation has no such caller. */
export const NOT_APPLICABLE = '.';

const LETTERS: Readonly<Record<string, RefusalCode>> = {
  s: 'UNAUTHENTICATED',
  c: 'UNVERIFIED',
  p: 'PLAN_REQUIRED',
  n: 'NOT_FOUND',
  f: 'FORBIDDEN',
  i: 'INVALID_INPUT',
  w: 'WRONG_STATUS',
  k: 'USERNAME_TAKEN',
  d: 'DRAFT_CHANGED',
  m: 'PAYMENT_METHOD_REQUIRED',
};

/** The letter of an answer. If a refusal has no letter, add one to LETTERS. */
export function letterOf({ http, body }: Answer): string {
  if (http === 200) return SUCCESS;
  const known = Object.entries(LETTERS).find(([, code]) => code === body.status);
  return known?.[0] ?? `<${body.status}>`;
}

/** The refusal code of a letter. */
export const meaningOf = (letter: string): string =>
  letter === SUCCESS ? 'SUCCESS' : (LETTERS[letter] ?? letter);

/** Parses the table into one letter per column for each operation. Lines that name an area or the columns are skipped. */
export function parseMatrix(table: string): ReadonlyMap<string, readonly string[]> {
  const rows = table.matchAll(/^ {2}(\w+) +(\S{3}) (\S{5}) (\S{2}) (\S{2})$/gm);
  return new Map([...rows].map(([, name = '', ...groups]) => [name, groups.join('').split('')]));
}

/** Formats a row of the table. */
export function rowText(name: string, answers: readonly string[]): string {
  const group = (from: number, to: number) => answers.slice(from, to).join('');
  return `  ${name.padEnd(29)} ${group(0, 3)} ${group(3, 8)} ${group(8, 10)} ${group(10, 12)}`;
}
