import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import {
  conversationKey,
  inboxList,
  messageKey,
  monthKey,
  userKey,
} from '../functions/storage/keys.ts';
import { newId } from '../shared/ids.ts';
import { instant, monthOf } from '../shared/time.ts';
import { decodeForm } from '../shared/wire.ts';

/*
 * A minimal server for comparison with the local server: three operations without authentication, limits, validation
 * or sanitizing, one function per path. It trusts every caller.
 */

type Answer = (query: Record<string, string>) => Promise<unknown>;

function answers(table: DynamoDBDocumentClient, TableName: string): Record<string, Answer> {
  return {
    '/api/viewUserProfile': async ({ id = '' }) => {
      const month = monthOf(instant(Date.now()));
      const Keys = [userKey(id), monthKey(id, month)];
      return (await table.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } })))
        .Responses;
    },
    '/api/viewInboxList': async ({ userId = '' }) => {
      const { Items } = await table.send(
        new QueryCommand({
          TableName,
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :list',
          ExpressionAttributeValues: { ':list': inboxList(userId) },
          ScanIndexForward: false,
          Limit: 20,
        }),
      );
      return Items;
    },
    '/api/createOrderMessage': async ({ orderId = '', messageBody }) => {
      const Key = conversationKey(orderId);
      await table.send(new GetCommand({ TableName, Key }));
      const message = { ...messageKey(orderId, newId(instant(Date.now()))), body: messageBody };
      const counted = {
        TableName,
        Key,
        UpdateExpression: 'ADD messageCount :one',
        ExpressionAttributeValues: { ':one': 1 },
      };
      await table.send(
        new TransactWriteCommand({
          TransactItems: [{ Put: { TableName, Item: message } }, { Update: counted }],
        }),
      );
      return message;
    },
  };
}

/** Starts the server on a free local port. Uses the table that the environment variables name. */
export async function startBare(): Promise<{ url: string; stop(): Promise<void> }> {
  const client = new DynamoDBClient({});
  const table = DynamoDBDocumentClient.from(client);
  const byPath = answers(table, process.env.TABLE_NAME ?? '');
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bare');
    let body = '';
    request.setEncoding('utf8').on('data', (part) => {
      body += part;
    });
    request.on('end', async () => {
      const form = decodeForm(body || url.search.slice(1)) as Record<string, string>;
      const found = await byPath[url.pathname]?.(form);
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    client.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
