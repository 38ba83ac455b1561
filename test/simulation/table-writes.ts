import { readUpdate } from '../support/table-model/update-expressions.ts';
import type { Item } from './engine.ts';

export type UpdateWrite = {
  readonly Key: Item;
  readonly UpdateExpression: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
};

/** One write of a request: of a transaction one of its steps. */
export type Write = {
  readonly Put?: { readonly Item: Item };
  readonly Update?: UpdateWrite;
  readonly Delete?: { readonly Key: Item };
};

/** The writes of a request to the table, such as `Put` or `TransactWrite`. */
export const writesOf = (command: string, input: unknown): readonly Write[] =>
  command === 'TransactWrite'
    ? (input as { readonly TransactItems: readonly Write[] }).TransactItems
    : [{ [command]: input }];

/** Returns an item after an update, as the table applies it, however the expression is written. */
export function updatedItem(
  before: Readonly<Record<string, unknown>>,
  {
    UpdateExpression: change,
    ExpressionAttributeNames: names = {},
    ExpressionAttributeValues: values = {},
  }: UpdateWrite,
): Readonly<Record<string, unknown>> {
  const { set, removed } = readUpdate(change).meaning({ item: before, names, values });
  const kept = Object.entries(before).filter(([name]) => !removed.includes(name));
  return Object.fromEntries([...kept, ...set]);
}
