import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { clientSettings } from '../aws-clients.ts';

/** The retries of the table's client. `timeout`: of each try, in milliseconds. */
export const DYNAMODB = { tries: 4, timeout: 5_000 };

/** Makes a client whose commands take and return plain values. */
export const newDynamoDb = (): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient(clientSettings('DYNAMODB', DYNAMODB)), {
    // An attribute that is undefined is left out, at any depth.
    marshallOptions: { removeUndefinedValues: true },
  });
