import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

/*
 * A Lambda that reads one item with the AWS SDK and does nothing else: what the size and load time of each function are compared
 * with.
 */

const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async ({ pk, sk }: { readonly pk: string; readonly sk: string }) => {
  const request = new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk, sk } });
  return (await documents.send(request)).Item;
};
