import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  CloudFormationCustomResourceEvent,
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  EventBridgeEvent,
} from 'aws-lambda';
import type { FunctionDefinition } from '#shared/api/function-definition.ts';
import type { Use } from '#shared/api/operation.ts';
import type { Schedule } from '#shared/api/schedules.ts';
import type { Subscriber } from '#shared/api/subscribers.ts';
import type { SystemFunction } from '#shared/api/system-functions.ts';
import { type DomainEvent, parseDomainEvent } from '#shared/domain-events.ts';
import { FORGED_DELIVERY } from '#shared/metrics.ts';
import { DELIVERY_MAX_BYTES, isSigned } from '#shared/rules/webhook-deliveries.ts';
import type { Instant } from '#shared/time.ts';
import { type CapabilitiesOf, type Gives, provide } from './capabilities.ts';
import { now as clock } from './gateways/clock.ts';
import { type Logger, logOf } from './log.ts';
import { cameThroughCloudFront } from './origin-key.ts';
import { withRequestId } from './request-id.ts';
import { inRole } from './role-guard.ts';
import { withTimeLeft } from './time-left.ts';

/*
 * Makes the Lambdas that are not called by people: for schedules, domain events, the table's stream, webhooks, pages and
 * deployments. serve.ts makes those of operations. An error is logged with its context and thrown, so that the calling
 * service retries.
 */

/** The arguments of such a function: the time, the log, and the capabilities that its definition `uses`. */
export type Work<U extends Use> = {
  readonly now: Instant;
  readonly log: Logger;
  /** Milliseconds until the function times out. */
  readonly timeLeft: () => number;
} & CapabilitiesOf<U>;

/** The work of a function with this definition. */
type WorkOf<Definition extends FunctionDefinition> = Work<Definition['uses'][number]>;

/** The implementations that such a function gives for its capabilities; needed if its definition uses more than the table. */
type Options<Definition extends FunctionDefinition> =
  object extends Gives<Definition['uses'][number]>
    ? [Gives<Definition['uses'][number]>?]
    : [Gives<Definition['uses'][number]>];

function makeLambda<Event, Result, const Definition extends FunctionDefinition>(
  definition: Definition,
  run: (event: Event, work: WorkOf<Definition>) => Promise<Result>,
  ...[options]: Options<Definition>
) {
  const { gives }: { readonly gives?: object } = options ?? {};
  const log = logOf(definition.name);
  const provided = provide<Definition['uses'][number]>({ ...gives });
  const handle = async (event: Event, context: Context): Promise<Result> => {
    log.addContext(context);
    const timeLeft = () => context.getRemainingTimeInMillis();
    try {
      const given = Object.assign({ now: clock(), log, timeLeft }, provided());
      return await withTimeLeft(timeLeft, () =>
        withRequestId(context.awsRequestId, () =>
          run(event, given as unknown as WorkOf<Definition>),
        ),
      );
    } catch (fault) {
      log.error('fault', fault as Error);
      throw fault;
    } finally {
      log.resetKeys();
    }
  };
  return (event: Event, context: Context): Promise<Result> =>
    inRole(definition, () => handle(event, context));
}

/** Makes the Lambda of a schedule. */
export function serveSchedule<const S extends Schedule>(
  definition: S,
  run: (work: WorkOf<S>) => Promise<void>,
  ...options: Options<S>
) {
  return makeLambda(definition, (_event: unknown, work: WorkOf<S>) => run(work), ...options);
}

/** Makes the Lambda of a step of the deployment, which stops when this throws. Safe to run with each of them. */
export function serveDeployment<const S extends SystemFunction>(
  definition: S,
  run: (work: WorkOf<S>) => Promise<void>,
  ...options: Options<S>
) {
  return makeLambda(definition, (_event: unknown, work: WorkOf<S>) => run(work), ...options);
}

/**
 * Makes the Lambda of a custom resource. CloudFormation calls it when the resource is created or its properties change; other
 * resources read the attributes that `run` returns, which must not be secret. If `run` throws, the deployment stops with
 * that message. Deleting the resource does nothing.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-responses.html
 */
export function serveCustomResource<const S extends SystemFunction>(
  definition: S,
  run: (
    properties: Readonly<Record<string, unknown>>,
    work: WorkOf<S>,
  ) => Promise<Readonly<Record<string, string>>>,
  ...options: Options<S>
) {
  return makeLambda(
    definition,
    async (event: CloudFormationCustomResourceEvent, work: WorkOf<S>): Promise<void> => {
      const { StackId, RequestId, LogicalResourceId } = event;
      const respond = (outcome: object) =>
        putResponse(event.ResponseURL, {
          StackId,
          RequestId,
          LogicalResourceId,
          PhysicalResourceId: definition.name,
          ...outcome,
        });
      if (event.RequestType === 'Delete') return respond({ Status: 'SUCCESS' });
      try {
        const Data = await run(event.ResourceProperties, work);
        await respond({ Status: 'SUCCESS', Data });
      } catch (fault) {
        await respond({ Status: 'FAILED', Reason: (fault as Error).message });
        throw fault;
      }
    },
    ...options,
  );
}

async function putResponse(url: string, answer: object): Promise<void> {
  const { ok, status } = await fetch(url, { method: 'PUT', body: JSON.stringify(answer) });
  if (!ok) throw new Error(`CloudFormation answered ${status} to the response`);
}

/** An event of a Lambda authorizer of AppSync Events. https://docs.aws.amazon.com/appsync/latest/eventapi/configure-event-api-auth.html */
export type AuthorizerEvent = {
  readonly authorizationToken: string;
  readonly requestContext: {
    readonly operation: 'EVENT_CONNECT' | 'EVENT_SUBSCRIBE' | 'EVENT_PUBLISH';
    /** Both are absent for a connection. */
    readonly channelNamespaceName?: string | null;
    readonly channel?: string | null;
  };
};

/** Makes the Lambda that authorizes connections and subscriptions. If it throws, AppSync refuses. Decisions are not cached. */
export function serveAuthorizer<const S extends SystemFunction>(
  definition: S,
  run: (event: AuthorizerEvent, work: WorkOf<S>) => Promise<boolean>,
  ...options: Options<S>
) {
  return makeLambda(
    definition,
    async (event: AuthorizerEvent, work: WorkOf<S>) => ({
      isAuthorized: await run(event, work),
      ttlOverride: 0,
    }),
    ...options,
  );
}

/** Makes the Lambda of a probe, which looks at the product from outside and uses nothing of the stage. */
export function serveProbe<const S extends SystemFunction>(
  definition: S,
  run: (work: WorkOf<S>) => Promise<void>,
  ...options: Options<S>
) {
  return makeLambda(definition, (_event: unknown, work: WorkOf<S>) => run(work), ...options);
}

/** Makes the Lambda of a subscriber, which gets each domain event at least once, one at a time. */
export function serveSubscriber<const S extends Subscriber>(
  definition: S,
  run: (domainEvent: DomainEvent<S['events'][number]>, work: WorkOf<S>) => Promise<void>,
  ...options: Options<S>
) {
  return makeLambda(
    definition,
    (event: EventBridgeEvent<string, unknown>, work: WorkOf<S>) => {
      const domainEvent = parseDomainEvent(event.detail) as DomainEvent<S['events'][number]>;
      const { id, type, causedBy } = domainEvent;
      // These keys are on every following log line, so that a request can be traced to its subscribers.
      work.log.appendKeys({ eventId: id, causedBy });
      work.log.info('received', { eventType: type });
      return run(domainEvent, work);
    },
    ...options,
  );
}

/** Makes the Lambda of events that an AWS service publishes, such as those of SES. Each comes at least once. */
export function serveServiceEvents<const S extends SystemFunction>(
  definition: S,
  run: (detail: unknown, work: WorkOf<S>) => Promise<void>,
  ...options: Options<S>
) {
  return makeLambda(
    definition,
    (event: EventBridgeEvent<string, unknown>, work: WorkOf<S>) => run(event.detail, work),
    ...options,
  );
}

/** Makes the Lambda of the table's stream. `run` returns the records that failed; the stream repeats from the first of them. */
export function serveStream<const S extends SystemFunction>(
  definition: S,
  run: (records: readonly DynamoDBRecord[], work: WorkOf<S>) => Promise<DynamoDBRecord[]>,
  ...options: Options<S>
) {
  return makeLambda(
    definition,
    async (event: DynamoDBStreamEvent, work: WorkOf<S>): Promise<DynamoDBBatchResponse> => ({
      batchItemFailures: (await run(event.Records, work)).map((record) => ({
        itemIdentifier: record.dynamodb?.SequenceNumber ?? '',
      })),
    }),
    ...options,
  );
}

/** A webhook delivery. The body is unparsed, because the signature covers its exact bytes. */
export type Delivery = {
  readonly body: string;
  readonly header: (name: string) => string | undefined;
};

/**
 * Makes the Lambda of a webhook. `run` returns whether the delivery is genuine; a forged one gets 400, and so does a signed
 * one that is not an event. A delivery that bypassed CloudFront, is too large or has no signature is refused before `run`,
 * so it costs no read of the secret.
 */
export function serveWebhook<const S extends SystemFunction>(
  definition: S,
  run: (delivery: Delivery, work: WorkOf<S>) => Promise<'accepted' | 'forged' | 'malformed'>,
  ...options: Options<S>
) {
  return makeLambda(
    definition,
    async (
      event: APIGatewayProxyEventV2,
      work: WorkOf<S>,
    ): Promise<APIGatewayProxyStructuredResultV2> => {
      const received = (statusCode: 200 | 400 | 403 | 413) => ({
        statusCode,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ received: statusCode === 200 }),
      });
      if (!cameThroughCloudFront(event)) return received(403);
      const raw = event.body ?? '';
      const bytes = Buffer.from(raw, event.isBase64Encoded ? 'base64' : 'utf8');
      if (bytes.length > DELIVERY_MAX_BYTES) return received(413);
      const header = (wanted: string) => event.headers[wanted];
      const outcome = isSigned(header('stripe-signature'))
        ? await run({ body: bytes.toString('utf8'), header }, work)
        : 'forged';
      if (outcome === 'forged') work.log.warn(FORGED_DELIVERY);
      if (outcome === 'malformed') work.log.warn('a signed webhook delivery is not an event');
      return received(outcome === 'accepted' ? 200 : 400);
    },
    ...options,
  );
}

/** The response with a page or a picture. `cache`: its Cache-Control header. */
export type PageAnswer = {
  readonly cache: string;
  readonly headers?: Readonly<Record<string, string>>;
} & (
  | { readonly status: 200 | 404 | 410; readonly html: string }
  | { readonly status: 200; readonly png: Uint8Array }
  | { readonly status: 200; readonly jpeg: Uint8Array }
  | { readonly status: 302; readonly location: string }
);

/** The path of the API below which pages are, as the name of an API stage may precede it. */
const PAGES = '/pages';

/** Makes the Lambda of pages that depend only on their path in the web app, because the response is cached for everybody. */
export function servePage<const S extends SystemFunction>(
  definition: S,
  run: (path: string, work: WorkOf<S>) => Promise<PageAnswer>,
  ...options: Options<S>
) {
  return makeLambda(
    definition,
    async (
      event: APIGatewayProxyEventV2,
      work: WorkOf<S>,
    ): Promise<APIGatewayProxyStructuredResultV2> => {
      const page = await run(
        event.rawPath.slice(event.rawPath.indexOf(PAGES) + PAGES.length),
        work,
      );
      if ('png' in page) return pictureAnswer(page, 'image/png', page.png);
      if ('jpeg' in page) return pictureAnswer(page, 'image/jpeg', page.jpeg);
      return {
        statusCode: page.status,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': page.cache,
          ...page.headers,
          ...(page.status === 302 && { location: page.location }),
        },
        body: page.status === 302 ? '' : page.html,
      };
    },
    ...options,
  );
}

const pictureAnswer = (
  { status, cache, headers }: PageAnswer,
  type: string,
  bytes: Uint8Array,
): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: { 'content-type': type, 'cache-control': cache, ...headers },
  body: Buffer.from(bytes).toString('base64'),
  isBase64Encoded: true,
});

/** The response with public data for programs of other sites. `cache`: its Cache-Control header. */
export type OpenData = {
  readonly status: number;
  readonly cache: string;
  readonly body: object;
};

/** Makes the Lambda of public data as JSON, which every site may read. The response depends only on the query of the address. */
export function serveOpenData<const S extends SystemFunction>(
  definition: S,
  run: (query: URLSearchParams, work: WorkOf<S>) => Promise<OpenData>,
  ...options: Options<S>
) {
  return makeLambda(
    definition,
    async (
      event: APIGatewayProxyEventV2,
      work: WorkOf<S>,
    ): Promise<APIGatewayProxyStructuredResultV2> => {
      const { status, cache, body } = await run(new URLSearchParams(event.rawQueryString), work);
      return {
        statusCode: status,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': cache,
          'access-control-allow-origin': '*',
          'x-content-type-options': 'nosniff',
        },
        body: JSON.stringify(body),
      };
    },
    ...options,
  );
}
