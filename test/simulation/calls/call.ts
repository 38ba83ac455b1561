import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import type { Answer } from '../../support/call.ts';
import type { Operation } from '../handlers.ts';
import type { Action, HistoryRun } from '../history-run.ts';
import type { Person } from '../people.ts';
import type { CallOptions, Input } from '../simulation.ts';

/*
 * The calls of a random history, as tables: how often each operation is called, by whom and with what. A new operation that changes
 * money is one row in the table of its area.
 */

/** A call that somebody could make now. */
export type Call = { readonly by: Person; readonly input?: Input; readonly options?: CallOptions };
export type Row = {
  readonly weight: number;
  /** Returns a call that somebody could make now; undefined if nobody has a reason for it. */
  readonly call: (run: HistoryRun) => Call | undefined | Promise<Call | undefined>;
  /** What the caller usually does after a success. */
  readonly next?: Operation;
  /** What the caller does with a successful response. */
  readonly after?: (run: HistoryRun, call: Call, answer: Answer) => void;
};
export type Calls = Partial<Readonly<Record<Operation, Row>>>;

/** Turns the rows into actions. Most calls that take an idempotency key have one. */
export const callActions = (calls: Calls): Record<string, readonly [Action, number]> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, row]) => [
      name,
      [actionOf(name as Operation, row), row.weight],
    ]),
  );

const actionOf =
  (operation: Operation, { call, next, after }: Row): Action =>
  async (run) => {
    const made = await call(run);
    if (!made) return;
    const { by, input = {}, options = {} } = made;
    const keyed = (operations[operation] as OperationSpec).idempotent === 'byKey';
    const key = keyed && run.random.chance(0.8) ? run.nextKey() : undefined;
    const process = await run.call(by, operation, input, { key, ...options });
    const signedIn = options.token === undefined ? by : undefined;
    const succeeded = (answer: Answer) => {
      after?.(run, made, answer);
      if (next && run.random.chance(0.8)) run.next.push({ operation: next, by });
    };
    run.whenSuccessful(process, succeeded, signedIn);
  };

/** A call by anybody. */
export const anybody =
  (input: (run: HistoryRun, by: Person) => Input = () => ({})): Row['call'] =>
  (run) => {
    const by = run.somebody();
    return { by, input: input(run, by) };
  };

/** A call by anybody about somebody else. */
export const aboutOther = (input: (run: HistoryRun, other: Person) => Input): Row['call'] =>
  anybody((run, by) => input(run, run.random.pick(run.people.filter((one) => one !== by))));

/** A call without an access token. */
export const anonymous =
  (call: Row['call']): Row['call'] =>
  async (run) => {
    const made = await call(run);
    return made && { ...made, options: { ...made.options, token: '' } };
  };

/** A call of the member of staff. */
export const staff =
  (input: (run: HistoryRun) => Input | undefined | Promise<Input | undefined>): Row['call'] =>
  async (run) => {
    const made = await input(run);
    return made && { by: run.staff, input: made };
  };

/** Picks one of the items whose sort key begins with this; undefined if there is none. */
export async function someItem(
  run: HistoryRun,
  prefix: string,
  fits: (item: Stored) => boolean = () => true,
) {
  const items = ((await run.stored(prefix)) as unknown as Stored[]).filter(fits);
  return items.length > 0 ? run.random.pick(items) : undefined;
}
// biome-ignore lint/suspicious/noExplicitAny: items of every kind
export type Stored = { readonly pk: string; readonly sk: string } & Readonly<Record<string, any>>;

/** A call by the owner of an item in their own partition. */
export const owner =
  (
    prefix: string,
    input: (item: Stored, run: HistoryRun) => Input,
    fits?: (item: Stored) => boolean,
  ): Row['call'] =>
  async (run) => {
    const item = await someItem(
      run,
      prefix,
      (one) => one.pk.startsWith('USER#') && (fits?.(one) ?? true),
    );
    const by = item && personWith(run, item.pk.slice('USER#'.length));
    return by && { by, input: input(item, run) };
  };

export const personWith = (run: HistoryRun, id: string): Person | undefined =>
  run.people.find((one) => one.id === id);

/** The newest code that was sent to a phone number or an address; sometimes a wrong one. */
export function lastCode(run: HistoryRun, to: string): string {
  const { textMessages, emails } = run.simulation.world;
  const sent = [...textMessages, ...emails].filter((one) => one.to === to);
  const digits = sent.map(({ body }) => /\b\d{6}\b/.exec(body)?.[0]).filter(Boolean);
  return run.random.chance(0.8) ? (digits.at(-1) ?? '123456') : '654321';
}
