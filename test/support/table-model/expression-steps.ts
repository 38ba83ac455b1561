import type { Key } from '#functions/storage/keys.ts';
import type { Item, Step } from '#functions/storage/table.ts';

/*
 * Steps with expressions as text, also ones that functions/storage never makes, to compare the table model with the engine. They refer
 * to attributes as `#name` and to values as `:name`.
 */

type Values = Readonly<Record<string, unknown>>;

export type TextCondition<Outcome extends string> = {
  readonly when: string;
  readonly values?: Values;
  readonly otherwise: Outcome;
};

export const putIf = <Outcome extends string>(
  item: Item,
  condition: TextCondition<Outcome> | undefined,
): Step<Outcome> => ({
  write: { Put: { TableName: tableName(), Item: item, ...partsOf(condition) } },
  otherwise: condition?.otherwise,
});

export const removeIf = <Outcome extends string>(
  key: Key,
  condition: TextCondition<Outcome> | undefined,
): Step<Outcome> => ({
  write: { Delete: { TableName: tableName(), Key: key, ...partsOf(condition) } },
  otherwise: condition?.otherwise,
});

export const updateBy = <Outcome extends string = never>(
  key: Key,
  change: string,
  values: Values,
  condition?: TextCondition<Outcome>,
): Step<Outcome> => ({
  write: {
    Update: {
      TableName: tableName(),
      Key: key,
      UpdateExpression: change,
      ...partsOf(condition, change, values),
    },
  },
  otherwise: condition?.otherwise,
});

export const checkIf = <Outcome extends string>(
  key: Key,
  condition: TextCondition<Outcome>,
): Step<Outcome> => ({
  write: {
    ConditionCheck: {
      TableName: tableName(),
      Key: key,
      ConditionExpression: condition.when,
      ...partsOf(condition),
    },
  },
  otherwise: condition.otherwise,
});

/** The condition of a request, and the names and values of all its expressions. */
function partsOf(
  condition: TextCondition<string> | undefined,
  change = '',
  changeValues: Values = {},
) {
  const names = new Set(`${condition?.when ?? ''} ${change}`.match(/#\w+/g));
  const values = Object.entries({ ...changeValues, ...condition?.values });
  return {
    ...(condition && { ConditionExpression: condition.when }),
    ...(names.size > 0 && {
      ExpressionAttributeNames: Object.fromEntries([...names].map((name) => [name, name.slice(1)])),
    }),
    ...(values.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(
        values.map(([name, value]) => [`:${name}`, value]),
      ),
    }),
  };
}

const tableName = () => process.env.TABLE_NAME ?? '';
