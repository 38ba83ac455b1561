import type { DynamoDBRecord } from 'aws-lambda';

/** The place of the tables of tests. The product's client reaches them without knowing which one it is. */
export type TableStage = {
  /** Creates an empty table. `stream`: whether it has a stream. */
  createTable(name: string, options?: { readonly stream?: boolean }): Promise<void>;
  /** Returns all records of a table's stream, as Lambda passes them to a function. */
  streamRecords(name: string): Promise<DynamoDBRecord[]>;
  /** Gives back what the stage holds for this test file. */
  close?(): Promise<void>;
};
