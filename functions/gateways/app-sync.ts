import { Client, constructStack } from '@smithy/core/client';
import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import { credentials, region, requestTimeouts } from '../aws-clients.ts';
import type { AwsError } from '../aws-errors.ts';

/*
 * Publishing to AppSync Events, for which the AWS SDK has no client: its HTTP handler and signer do the work. The client and
 * the command have the SDK's form, so that the role guard and tests see them as they see every other one.
 * https://docs.aws.amazon.com/appsync/latest/eventapi/publish-http.html
 */

/** One request: events, as JSON texts, for the subscribers of a channel. */
export type Publication = { readonly channel: string; readonly events: readonly string[] };

type Output = { readonly $metadata: { readonly httpStatusCode: number } };
type Settings = { readonly apiVersion: string; readonly requestHandler: NodeHttpHandler };

/** A client of an Event API, at the address in LIVE_HTTP_URL. */
export class AppSyncClient extends Client<object, Publication, Output, Settings> {
  /** A try takes at most a second, because a hint may be lost. */
  constructor() {
    super({
      apiVersion: '2024-11-13',
      requestHandler: new NodeHttpHandler(requestTimeouts(1_000)),
    });
  }
}

/** Publishes events. Throws an error with the name `Http403`, or the error of the connection. */
export class EventPublishCommand {
  readonly middlewareStack = constructStack<Publication, Output>();
  readonly input: Publication;

  constructor(input: Publication) {
    this.input = input;
  }

  resolveMiddleware(
    clientStack: AppSyncClient['middlewareStack'],
    { requestHandler }: Settings,
  ): ReturnType<AppSyncClient['middlewareStack']['resolve']> {
    return clientStack.concat(this.middlewareStack).resolve(
      async ({ input }) => {
        const { response } = await exchange(requestHandler, await signedRequest(input));
        // The connection is free for the next request once the body was read.
        response.body.resume();
        const { statusCode } = response;
        if (statusCode < 300)
          return { output: { $metadata: { httpStatusCode: statusCode } }, response };
        throw Object.assign(new Error(`AppSync answered ${statusCode}`), {
          name: `Http${statusCode}`,
          $metadata: { httpStatusCode: statusCode },
        });
      },
      { clientName: 'AppSyncClient', commandName: 'EventPublishCommand' },
    );
  }
}

/**
 * Sends a request, once more if its connection is closed before an answer: a connection that was kept may have been closed while
 * Lambda had stopped the function.
 */
async function exchange(handler: NodeHttpHandler, request: HttpRequest) {
  try {
    return await handler.handle(request);
  } catch (fault) {
    if ((fault as AwsError).code !== 'ECONNRESET') throw fault;
    return handler.handle(request);
  }
}

const signer = new SignatureV4({
  service: 'appsync',
  region,
  credentials,
  sha256: Hash.bind(null, 'sha256'),
});

async function signedRequest(publication: Publication): Promise<HttpRequest> {
  const { protocol, hostname, port, host } = new URL(process.env.LIVE_HTTP_URL ?? '');
  const request = new HttpRequest({
    method: 'POST',
    protocol,
    hostname,
    ...(port && { port: Number(port) }),
    path: '/event',
    headers: { host, 'content-type': 'application/json' },
    body: JSON.stringify(publication),
  });
  return (await signer.sign(request)) as HttpRequest;
}
