import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { closeServer } from '../close-server.ts';
import { answerAppSync, isPublication } from './app-sync.ts';
import { answerEventBridge } from './event-bus.ts';
import { answerS3, answerWebFile, webFileOf } from './s3.ts';
import { answerForm, answerPreflight, withCors } from './s3-forms.ts';
import { answerSecretsManager } from './secrets-manager.ts';
import type { Answer, AwsWorld } from './service.ts';
import { answerSes, isEmail } from './ses.ts';
import { answerSns } from './sns.ts';

/**
 * Emulates the AWS services other than DynamoDB on one port, which the SDK's endpoint settings name. An unknown request gets an
 * error.
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
    stop: () => closeServer(server),
  };
}

async function answer(world: AwsWorld, request: IncomingMessage): Promise<Answer> {
  const sent = await buffer(request);
  const target = String(request.headers['x-amz-target'] ?? '');
  if (target.startsWith('secretsmanager.'))
    return answerSecretsManager(world, target, sent.toString());
  if (target.startsWith('AWSEvents.')) return answerEventBridge(world, target, sent.toString());
  if (isPublication(request)) return answerAppSync(world, request, sent);
  if (isEmail(request)) return answerSes(world, request, sent.toString());
  if (request.url === '/' && isForm(request, 'x-www-form-urlencoded'))
    return answerSns(world, sent.toString());
  const webFile = webFileOf(request);
  if (webFile) return answerWebFile(await world.webFile?.(webFile));
  if (world.media && isForm(request, 'multipart/form-data'))
    return withCors(request, await answerForm(world.media, request, sent, world.onUpload));
  if (request.method === 'OPTIONS') return answerPreflight(request);
  if (world.media) return withCors(request, await answerS3(world.media, request, sent));
  return { status: 400, type: 'text/plain', body: 'UnknownOperation' };
}

const isForm = (request: IncomingMessage, type: string) =>
  String(request.headers['content-type']).includes(type);

function send(response: ServerResponse, { status, type, body, headers }: Answer): void {
  const length = { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { 'content-type': type, ...length, ...headers }).end(body);
}
