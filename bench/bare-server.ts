import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as sdk from '@aws-sdk/lib-dynamodb';
import { decodeForm } from '#shared/wire.ts';
import type { RecordedCall, TableRequest } from './recorder.ts';
import { answerParent } from './server-process.ts';

/*
 * A bare Node server that sends the same requests to the table as the product does, with the AWS SDK: those that were
 * recorded, in the same order, and together where the product sends them together. It parses its input and returns what it
 * reads, and does nothing else: no token, validation, limits or views.
 */

type Client = { send(command: object): Promise<object> };
type Commands = Readonly<Record<string, new (input: never) => object>>;

const commands = sdk as object as Commands;
const table = sdk.DynamoDBDocumentClient.from(new DynamoDBClient({})) as object as Client;
const calls = new Map<string, readonly RecordedCall[]>();
const counts = new Map<string, number>();

/** The next recorded call of an operation; after the last one the first again. */
function nextCall(operation: string): RecordedCall {
  const recorded = calls.get(operation) ?? [];
  const count = counts.get(operation) ?? 0;
  counts.set(operation, count + 1);
  return recorded[count % recorded.length] ?? [];
}

function send({ command, input }: TableRequest): Promise<object> {
  const Command = commands[command];
  if (!Command) throw new Error(`there is no ${command}`);
  return table.send(new Command(input as never));
}

async function replay(call: RecordedCall): Promise<object[]> {
  const outputs: object[] = [];
  for (const together of call) outputs.push(...(await Promise.all(together.map(send))));
  return outputs;
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bare');
  let body = '';
  request.setEncoding('utf8').on('data', (part) => {
    body += part;
  });
  request.on('end', async () => {
    decodeForm(body || url.search.slice(1));
    try {
      const text = JSON.stringify(await replay(nextCall(url.pathname.replace('/api/', ''))));
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    } catch (fault) {
      response.writeHead(500).end(String(fault));
    }
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
answerParent({
  url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  learn: ([operation, recorded]: [string, RecordedCall[]]) => {
    calls.set(operation, recorded);
  },
  stop: async () => {
    server.closeAllConnections();
    server.close();
  },
});
