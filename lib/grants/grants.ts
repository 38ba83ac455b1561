import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asked } from './asked.ts';

/*
 * What each function may do, in grants.json: settled from what the functions were seen to do while their tests ran
 * (docs/operations.md, "Permissions"), read by the stacks, which make the roles of it, and by this machine, which
 * refuses what a role would refuse.
 */

/** Of one function: by action, of what. `{"dynamodb:GetItem": ["USER#*"]}` */
export type Granted = Readonly<Record<string, readonly string[]>>;
/** By function, as its bundle is called: `account/checkUser`. */
export type Grants = Readonly<Record<string, Granted>>;

export const GRANTS_FILE = join(import.meta.dirname, 'grants.json');
/** What the functions did while tests ran for the last time. */
export const SEEN_FILE = join(import.meta.dirname, '../../test-results/grants.json');

export const readGrants = (file = GRANTS_FILE): Grants => JSON.parse(readFileSync(file, 'utf8'));

/** `whole`: all tests that call functions ran, and none failed. */
export type SeenRun = { readonly whole: boolean; readonly seen: Grants };

export const covers = (granted: Granted, { action, of }: Asked): boolean =>
  granted[action]?.includes(of) ?? false;

/** Each thing that is granted, one by one. */
export const listed = (granted: Granted): readonly Asked[] =>
  Object.entries(granted).flatMap(([action, all]) => all.map((of) => ({ action, of })));

/** A function that was called, and something that it did, if it did anything. */
export type Seen = readonly [name: string, asked?: Asked];

/** What functions would have to be granted for what they did, in the order of the alphabet. */
export function grantsOf(seen: readonly Seen[]): Grants {
  const grants: Record<string, Record<string, string[]>> = {};
  for (const [name, asked] of [...seen].sort(inOrder)) {
    grants[name] ??= {};
    if (!asked) continue;
    grants[name][asked.action] ??= [];
    const all = grants[name][asked.action];
    if (!all?.includes(asked.of)) all?.push(asked.of);
  }
  return grants;
}

const lineOf = ([name, asked]: Seen) => `${name}\n${asked?.action ?? ''}\n${asked?.of ?? ''}`;
const inOrder = (one: Seen, other: Seen) => (lineOf(one) < lineOf(other) ? -1 : 1);

/** `DeleteItem under USER#*` or `s3:PutObject on media/avatars/*`, for sentences. */
export function wordsFor({ action, of }: Asked): string {
  const table = action.startsWith('dynamodb:');
  return `${action.replace('dynamodb:', '')} ${table ? 'under' : 'on'} ${of}`;
}

/** What was done and may not be: one sentence each. */
export const notGranted = (seen: Grants, grants: Grants): readonly string[] =>
  Object.entries(seen).flatMap(([name, done]) =>
    listed(done)
      .filter((asked) => !covers(grants[name] ?? {}, asked))
      .map((asked) => `${name} used ${wordsFor(asked)} and may not.`),
  );

/** What may be done and never was: one sentence each. */
export const notUsed = (seen: Grants, grants: Grants): readonly string[] =>
  Object.entries(grants).flatMap(([name, granted]) =>
    listed(granted)
      .filter((asked) => !covers(seen[name] ?? {}, asked))
      .map((asked) => `${name} may ${wordsFor(asked)} and never does.`),
  );
