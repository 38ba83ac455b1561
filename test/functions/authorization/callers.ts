import { signAccessToken } from '#functions/auth/sign-tokens.ts';
import { ACCESS_TOKEN_TIME } from '#functions/auth/tokens.ts';
import { blockAccount } from '#functions/storage/accounts/blocks.ts';
import { documents, table } from '#functions/storage/table.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { newId } from '#shared/ids.ts';
import { later, MINUTE, SECOND } from '#shared/time.ts';
import { usualCall } from '#test/usual-calls/usual-calls.ts';
import { call } from '../../support/call.ts';
import { createdPeople, newPerson, type Person, signedIn } from '../../support/people.ts';
import type { World } from '../../support/world.ts';
import { letterOf, NOT_APPLICABLE, SUCCESS } from './notation.ts';

/*
 * Measures a row of the matrix: creates everything that the usual call of an operation needs (test/usual-calls), then sends the
 * call as every caller. The next caller uses the same data, unless a call has changed it.
 */

export type Operation = { readonly area: string; readonly definition: OperationSpec };

/** A prepared usual call. `party`: the person whose token it has. `other`: the first other person who takes part in it. */
type Prepared = Awaited<ReturnType<typeof usualCall>> & {
  readonly party: Person | undefined;
  readonly other: Person | undefined;
};

/** The row of one operation while its cells are measured. */
type Row = {
  readonly world: World;
  readonly definition: OperationSpec;
  readonly prepare: () => Promise<Prepared>;
  /** Sends the usual call with this token and returns the letter of the answer. */
  readonly send: (token: string | undefined) => Promise<string>;
  /** Violations: items of the party that a stranger wrote, one sentence each. */
  readonly wrongs: string[];
};

/** Measures a row: the letters in the order of the columns, and the violations. */
export async function measureRow(world: World, operation: Operation) {
  const row = rowOf(world, operation);
  const answers: string[] = [];
  for (const [column, callAs] of Object.entries(CALLERS))
    answers.push(isAsked(operation, column) ? await callAs(row) : NOT_APPLICABLE);
  return { answers, wrongs: row.wrongs };
}

/** Operations that anyone may call ignore tokens, so one valid and one forged token are enough for them. */
const isAsked = ({ definition: { who } }: Operation, column: string) =>
  who !== 'anyone' ||
  !['expired token', 'unconfirmed', 'NONE', 'STARTER', 'PROFESSIONAL'].includes(column);

function rowOf(world: World, { area, definition }: Operation): Row {
  let prepared: Prepared | undefined;
  const wrongs: string[] = [];
  async function prepare(): Promise<Prepared> {
    if (prepared) return prepared;
    const before = createdPeople.length;
    const usual = await usualCall(world, area, definition);
    const made = createdPeople.slice(before);
    const { token } = usual.options;
    const party = made.find((one) => token && [one.token, one.refreshToken].includes(token));
    const other = party && made.find((one) => one !== party);
    prepared = { ...usual, party, other };
    return prepared;
  }
  async function send(token: string | undefined): Promise<string> {
    const { handler, input, options } = await prepare();
    const answer = await call(handler, input, { ...options, token });
    if (answer.http === 200 && definition.method === 'POST') prepared = undefined;
    return letterOf(answer);
  }
  return { world, definition, prepare, send, wrongs };
}

type CallAs = (row: Row) => Promise<string>;

/** The columns of the matrix: how the usual call is sent as each caller. */
export const CALLERS: Readonly<Record<string, CallAs>> = {
  nobody: ({ send }) => send(undefined),
  'forged token': async ({ world, prepare, send }) => {
    const { party } = await prepare();
    const [userId, sessionId] = [newId(world.now()), newId(world.now())];
    const claims = { userId, sessionId, verified: true, plan: 'FREE' } as const;
    return send(forged(await signAccessToken(claims, world.now()), party));
  },
  'expired token': async ({ world, prepare, send }) => {
    const { user } = (await prepare()).party ?? (await newPerson(world));
    const { token } = await signedIn(user, later(world.now(), -ACCESS_TOKEN_TIME - SECOND));
    return send(token);
  },
  unconfirmed: stranger({ verified: false, licenseId: 'NONE' }),
  NONE: stranger({ licenseId: 'NONE' }),
  FREE: stranger({ licenseId: 'FREE' }),
  STARTER: stranger({ licenseId: 'STARTER' }),
  PROFESSIONAL: stranger({ licenseId: 'PROFESSIONAL' }),
  other: async ({ prepare, send }) => {
    const { other } = await prepare();
    return other ? send(other.token) : NOT_APPLICABLE;
  },
  party: async ({ prepare, send }) => {
    const { party, options } = await prepare();
    return party ? send(options.token) : NOT_APPLICABLE;
  },
  'signed out': async ({ world, prepare, send }) => {
    const { party, options } = await prepare();
    if (!party) return NOT_APPLICABLE;
    await party.calls('signOut');
    world.advance(MINUTE + SECOND);
    return send(options.token);
  },
  blocked: async ({ world, prepare, send }) => {
    const made = await prepare();
    const userId = accountOf(made);
    if (!userId) return NOT_APPLICABLE;
    await block(world, userId);
    world.advance(MINUTE + SECOND);
    return send(made.options.token);
  },
};

/**
 * Calls as a person who takes no part in the prepared data, and checks that no item of the party is written. The next operations have
 * the same stranger, until a call has succeeded, which may have changed the account, or the token expires.
 */
function stranger(registration: Parameters<typeof newPerson>[1]): CallAs {
  let known: { readonly person: Person; readonly until: number } | undefined;
  return async ({ world, definition, prepare, send, wrongs }) => {
    const owned = belongingsOf(await prepare());
    if (!known || world.now() >= known.until)
      known = {
        person: await newPerson(world, registration),
        until: later(world.now(), ACCESS_TOKEN_TIME),
      };
    const { token, user } = known.person;
    const { result, keys } = await withWrites(() => send(token));
    // A push subscription may move: it belongs to the last caller who knows its secret endpoint.
    const moved = definition.name === 'savePushSubscription' ? / DEVICE#/ : /^$/;
    // A stranger may name a session of the party, and finds nothing under that id in their own partition.
    const others = keys.filter((key) => !key.startsWith(`USER#${user.id} `));
    for (const key of others)
      if (!moved.test(key) && owned.some((id) => key.includes(id)))
        wrongs.push(`a stranger on the plan ${user.licenseId} wrote ${key}`);
    if (result === SUCCESS) known = undefined;
    return result;
  };
}

/** The ids of the party's data: its own id, and every id in the input that is not a user id. */
function belongingsOf({ party, input }: Prepared): string[] {
  if (!party) return [];
  const ids = JSON.stringify(input).match(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g) ?? [];
  return [party.user.id, ...ids.filter((id) => !createdPeople.some(({ user }) => user.id === id))];
}

/** The account that the call concerns: its caller's, or the one that its input names. */
function accountOf({ party, input }: Prepared): string | undefined {
  if (party) return party.user.id;
  const { userId, id, username, phoneNumber } = input as Record<string, string | undefined>;
  const named = createdPeople.find(
    ({ user }) => user.username === username || user.phoneNumber === phoneNumber,
  );
  return userId ?? id ?? named?.user.id;
}

/** Blocks only the account. Its pending conversations stay, so that nothing but the block can refuse the call. */
async function block(world: World, userId: string): Promise<void> {
  const now = world.now();
  const act = { id: newId(now), at: now, who: 'test', command: 'block', about: userId };
  await blockAccount(table, userId, { ...act, reason: 'test', outcome: 'blocked' }, now);
}

/** Forges a token: the claims name another account than the one that was signed. */
function forged(token: string, whose: Person | undefined): string {
  const [header, claims = '', signature] = token.split('.');
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const changed = { ...said, ...(whose ? { sub: whose.user.id } : { plan: 'PROFESSIONAL' }) };
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}

let written: string[] = [];
documents.middlewareStack.add(
  (next, context) => async (args) => {
    const answered = await next(args);
    if (!/Get|Query/.test(String(context.commandName))) written.push(...keysIn(args.input));
    return answered;
  },
  { step: 'initialize', name: 'writes' },
);

/** The keys of all items that a command writes, as `pk sk`. */
function keysIn(command: unknown): string[] {
  if (typeof command !== 'object' || command === null) return [];
  const { pk, sk } = command as Record<string, unknown>;
  if (typeof pk === 'string') return [`${pk} ${sk}`];
  return Object.entries(command).flatMap(([name, part]) =>
    name === 'ConditionCheck' ? [] : keysIn(part),
  );
}

async function withWrites<Result>(run: () => Promise<Result>) {
  written = [];
  const result = await run();
  return { result, keys: written };
}
