import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { documents } from '#functions/storage/table.ts';
import { TABLE } from '#lib/table.ts';
import {
  ModelledTable,
  type Request,
  type StreamRecord,
  tableNameOf,
} from '../table-model/table-model.ts';
import type { TableStage } from './table-stage.ts';

/*
 * Tables in the process of the test: no engine and no port. A middleware of the one client that functions/storage uses answers in
 * place of the service. SNS, SES, S3, EventBridge, secrets, Stripe and push services are the emulators of every test, on ports of
 * their own, because functions reach them with clients of five kinds and with `fetch`.
 */

const tables = new Map<string, ModelledTable>();

function existing(name: string): ModelledTable {
  const table = tables.get(name);
  if (table) return table;
  throw new ResourceNotFoundException({ message: `There is no table ${name}`, $metadata: {} });
}

export const memory: TableStage = {
  async createTable(name) {
    answerInProcess();
    tables.set(name, new ModelledTable());
  },
  streamRecords: async (name) => existing(name).records.map(lambdaRecord),
};

/** A copy of every item of a table, sorted by key. */
export const itemsOf = (name: string) => existing(name).dump();

const MIDDLEWARE = 'memoryTables';
// That of the platform, even while a test replaces timers.
const { setImmediate: nextTurn } = globalThis;

function answerInProcess(): void {
  documents.middlewareStack.add(
    (_next, { commandName = '' }) =>
      async ({ input }) => {
        // Not before the next turn, as over a socket: calls that begin together take turns.
        await new Promise((resolve) => nextTurn(resolve));
        const output = existing(tableNameOf(input as Request)).answer(commandName, input);
        return { output: { $metadata: {}, ...output } as never, response: undefined };
      },
    // After all middlewares that observe or change requests, and before the one that writes them for the wire.
    { step: 'serialize', priority: 'high', name: MIDDLEWARE, override: true },
  );
}

/** Lets requests reach the engine again. */
export const stopAnswering = (): boolean => documents.middlewareStack.remove(MIDDLEWARE);

function lambdaRecord({ sequence, eventName, key, image }: StreamRecord): DynamoDBRecord {
  return {
    eventID: String(sequence),
    eventName,
    dynamodb: {
      Keys: marshall(key) as never,
      ...(image && { NewImage: marshall(image) as never }),
      SequenceNumber: String(sequence),
      StreamViewType: TABLE.stream,
    },
  };
}
