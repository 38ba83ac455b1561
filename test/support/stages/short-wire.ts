import { connect, type Socket } from 'node:net';
import { HttpResponse } from '@smithy/core/protocols';
import { documents } from '#functions/storage/table.ts';
import { engine } from './engine.ts';
import type { TableStage } from './table-stage.ts';

/*
 * The engine, reached with less work for each request. The AWS SDK writes and reads the messages as ever, and what it does for a service
 * far away is left out: signatures, retries, user agents, and the HTTP client of Node. A request takes a quarter of the processor time. The
 * whole client is tested by aws-clients.test.ts, test/storage, and the product in test/local and test/e2e.
 */

export const shortWire: TableStage = {
  ...engine,
  async createTable(name, options) {
    shortenTheWay();
    await engine.createTable(name, options);
  },
  async close() {
    for (const socket of idle.splice(0)) socket.destroy();
  },
};

const FOR_A_SERVICE_FAR_AWAY = [
  'contentLengthMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'httpSigningMiddleware',
  'loggerMiddleware',
  'recursionDetectionMiddleware',
  'retryMiddleware',
];

function shortenTheWay(): void {
  for (const name of FOR_A_SERVICE_FAR_AWAY) documents.middlewareStack.remove(name);
  documents.config.requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async (request) => ({ response: await exchange(request) }),
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
}

type Request = Parameters<typeof documents.config.requestHandler.handle>[0];

/** The connections that no request uses. */
const idle: Socket[] = [];

/** The engine wants a signature, and believes each. */
const HEAD = [
  'POST / HTTP/1.1',
  'host: 127.0.0.1',
  'authorization: AWS4-HMAC-SHA256 Credential=local/20300101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none',
  'x-amz-date: 20300101T000000Z',
];

/** Sends one request and returns its response. The connection is idle afterwards. */
function exchange({ hostname, port, headers, body }: Request): Promise<HttpResponse> {
  const socket = idle.pop() ?? connect(Number(port), hostname).setNoDelay(true);
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const end = () => socket.off('data', take).off('error', fail).off('close', lost);
    const fail = (fault: Error) => {
      end();
      reject(fault);
    };
    const lost = () => fail(new Error('the engine closed the connection'));
    const take = (part: Buffer) => {
      received = received.length === 0 ? part : Buffer.concat([received, part]);
      const response = wholeResponse(received);
      if (!response) return;
      end();
      idle.push(socket.unref());
      resolve(response);
    };
    socket.ref().on('data', take).on('error', fail).on('close', lost);
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const length = `content-length: ${body.length}`;
    socket.cork();
    socket.write(`${[...HEAD, ...head, length].join('\r\n')}\r\n\r\n`);
    socket.write(body);
    socket.uncork();
  });
}

/** Returns the response if all of it is there. The engine states the length of each. */
function wholeResponse(received: Buffer): HttpResponse | undefined {
  const endOfHead = received.indexOf('\r\n\r\n');
  if (endOfHead < 0) return undefined;
  const head = received.toString('latin1', 0, endOfHead);
  const body = received.subarray(endOfHead + 4);
  if (body.length < Number(/^content-length: *(\d+)/im.exec(head)?.[1])) return undefined;
  return new HttpResponse({ statusCode: Number(head.slice(9, 12)), headers: {}, body });
}
