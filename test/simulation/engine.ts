import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { documents } from '#functions/storage/table.ts';
import { clientOf, createTable, deleteTable, startEngine } from '#lib/local/engine.ts';
import type { Staleness } from '../support/table-model/stale-rows.ts';
import { ModelledTable } from '../support/table-model/table-model.ts';
import { withSeparatePrng } from './deterministic-globals.ts';

/* The table engine of a history: the model in this process, or DynamoDB Local. */

export type EngineName = 'model' | 'real';
export type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

export type TableEngine = {
  readonly name: EngineName;
  /** Answers a command without the AWS client, which is slower than the model. Undefined for DynamoDB Local. */
  readonly answer?: ModelledTable['answer'];
  /** Starts with an empty table. `staleness`: of the reads without ConsistentRead; DynamoDB Local has no stale reads. */
  begin(staleness?: Staleness): Promise<void>;
  /** Returns every item, sorted by key. */
  dump(): Promise<Item[]>;
  stop(): Promise<void>;
};

export const openEngine = (name: EngineName): Promise<TableEngine> =>
  name === 'model' ? modelled() : real();

async function modelled(): Promise<TableEngine> {
  let table = new ModelledTable();
  return {
    name: 'model',
    answer: (command, input) => table.answer(command, input),
    begin: async (staleness) => {
      table = new ModelledTable(staleness);
    },
    dump: async () => table.dump() as Item[],
    stop: async () => {},
  };
}

async function real(): Promise<TableEngine> {
  const { url, stop } = await startEngine();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = url;
  const client = clientOf(url);
  documents.middlewareStack.add((next) => (args) => withSeparatePrng(() => next(args)), {
    step: 'initialize',
    priority: 'low',
    name: 'separatePrng',
  });
  let nth = 0;
  const tableName = () => `simulation-${nth}`;
  const made: TableEngine = {
    name: 'real',
    begin: async () => {
      if (nth > 0) await deleteTable(url, tableName());
      nth += 1;
      process.env.TABLE_NAME = tableName();
      await createTable(url, tableName(), { stream: false });
    },
    dump: async () => {
      const items: Item[] = [];
      let from: ConstructorParameters<typeof ScanCommand>[0]['ExclusiveStartKey'];
      do {
        const page = await client.send(
          new ScanCommand({
            TableName: tableName(),
            ExclusiveStartKey: from,
            ConsistentRead: true,
          }),
        );
        items.push(...(page.Items ?? []).map((item) => unmarshall(item) as Item));
        from = page.LastEvaluatedKey;
      } while (from);
      return items.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    },
    stop: async () => {
      client.destroy();
      await stop();
    },
  };
  return {
    ...made,
    begin: () => withSeparatePrng(made.begin),
    dump: () => withSeparatePrng(made.dump),
  };
}

const nameOf = ({ pk, sk }: Item) => `${pk}\n${sk}`;
