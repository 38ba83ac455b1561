import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerEventBridge, type BusEvent } from './event-bus.ts';
import { answerSecretsManager } from './secrets-manager.ts';
import { answerSns, type TextMessage } from './sns.ts';

/** What the stand-ins hand on: text messages to the phone, events to the bus; and the secrets they keep. */
export type AwsWorld = {
  readonly secrets: () => Readonly<Record<string, unknown>>;
  readonly onTextMessage: (message: TextMessage) => void;
  readonly onEvent: (event: BusEvent) => void;
};

/** An answer in the form of the service that was asked. */
export type Answer = { readonly status: number; readonly type: string; readonly body: string };

/**
 * Stand-ins for the AWS services besides the table, on one port, behind the SDK's own endpoint settings. A request
 * they do not know is answered with an error, never a guess.
 */
export async function startAws(world: AwsWorld): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(world, request)
      .catch(() => ({ status: 500, type: 'text/plain', body: 'InternalFailure' }))
      .then((given) => send(response, given));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(world: AwsWorld, request: IncomingMessage): Promise<Answer> {
  const body = await read(request);
  const target = String(request.headers['x-amz-target'] ?? '');
  if (target.startsWith('secretsmanager.')) return answerSecretsManager(world, target);
  if (target.startsWith('AWSEvents.')) return answerEventBridge(world, target, body);
  if (String(request.headers['content-type']).includes('x-www-form-urlencoded'))
    return answerSns(world, body);
  return { status: 400, type: 'text/plain', body: 'UnknownOperation' };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
