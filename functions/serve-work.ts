import type { Logger } from '@aws-lambda-powertools/logger';
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
import type { Use } from '../shared/api/operation.ts';
import type { Schedule } from '../shared/api/schedules.ts';
import type { Subscriber } from '../shared/api/subscribers.ts';
import { type Fact, readFact } from '../shared/domain-events.ts';
import { FORGED_DELIVERY } from '../shared/metrics.ts';
import { DELIVERY_MAX_BYTES, isSigned } from '../shared/rules/webhook-deliveries.ts';
import type { Instant } from '../shared/time.ts';
import { type CapabilitiesOf, provide } from './capabilities.ts';
import { now as clock } from './gateways/clock.ts';
import { logOf } from './log.ts';
import { cameThroughFront } from './origin-key.ts';
import { withRequestId } from './request-id.ts';
import { withTimeLeft } from './time-left.ts';

/*
 * What serve.ts is for people's calls, this is for everything else that starts a function: the clock, the bus, the
 * table's stream, a provider's webhook. A fault is logged with its context and thrown, so that the service that
 * called tries again.
 */

/** What work is given: the moment, the log, and what its definition `uses`. */
export type Work<U extends Use> = {
  readonly now: Instant;
  readonly log: Logger;
  /** Milliseconds until the function is stopped. */
  readonly timeLeft: () => number;
} & CapabilitiesOf<U>;

function working<Event, Result, const U extends Use>(
  name: string,
  uses: readonly U[],
  run: (event: Event, work: Work<U>) => Promise<Result>,
) {
  const log = logOf(name);
  const provided = provide(uses);
  return async (event: Event, context: Context): Promise<Result> => {
    log.addContext(context);
    const timeLeft = () => context.getRemainingTimeInMillis();
    try {
      const given = Object.assign({ now: clock(), log, timeLeft }, await provided);
      return await withTimeLeft(timeLeft, () =>
        withRequestId(context.awsRequestId, () => run(event, given as unknown as Work<U>)),
      );
    } catch (fault) {
      log.error('fault', fault as Error);
      throw fault;
    } finally {
      log.resetKeys();
    }
  };
}

/** Makes the Lambda of a schedule. */
export function serveSchedule<const S extends Schedule>(
  definition: S,
  run: (work: Work<S['uses'][number]>) => Promise<void>,
) {
  return working(definition.name, definition.uses, (_event: unknown, work) =>
    run(work as unknown as Work<S['uses'][number]>),
  );
}

/** Makes the Lambda of a step of the deployment, which stops when this throws. Safe to run with each of them. */
export function serveDeployment<const U extends Use>(
  name: string,
  uses: readonly U[],
  run: (work: Work<U>) => Promise<void>,
) {
  return working(name, uses, (_event: unknown, work: Work<U>) => run(work));
}

/**
 * Makes the Lambda of a custom resource. CloudFormation calls it when the resource is created or its properties change; other
 * resources read the attributes that `run` returns, which must not be secret. If `run` throws, the deployment stops with
 * that message. Deleting the resource does nothing.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-responses.html
 */
export function serveCustomResource(
  name: string,
  run: (
    properties: Readonly<Record<string, unknown>>,
    work: Work<never>,
  ) => Promise<Readonly<Record<string, string>>>,
) {
  return working(
    name,
    [],
    async (event: CloudFormationCustomResourceEvent, work: Work<never>): Promise<void> => {
      const { StackId, RequestId, LogicalResourceId } = event;
      const respond = (outcome: object) =>
        put(event.ResponseURL, {
          ...{ StackId, RequestId, LogicalResourceId, PhysicalResourceId: name },
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
  );
}

async function put(url: string, answer: object): Promise<void> {
  const { ok, status } = await fetch(url, { method: 'PUT', body: JSON.stringify(answer) });
  if (!ok) throw new Error(`CloudFormation answered ${status} to the outcome`);
}

/** Makes the Lambda of a probe, which looks at the product from outside and uses nothing of the stage. */
export function serveProbe(name: string, run: (work: Work<never>) => Promise<void>) {
  return working(name, [], (_event: unknown, work: Work<never>) => run(work));
}

/** Makes the Lambda of a subscriber: one fact at a time, at least once each. */
export function serveSubscriber<const S extends Subscriber>(
  definition: S,
  run: (fact: Fact<S['hears'][number]>, work: Work<S['uses'][number]>) => Promise<void>,
) {
  return working(
    definition.name,
    definition.uses,
    (event: EventBridgeEvent<string, unknown>, work) => {
      const fact = readFact(event.detail) as Fact<S['hears'][number]>;
      const { id, type, causedBy } = fact;
      // On every line from here on: a request is followed to its subscribers by them.
      work.log.appendKeys({ factId: id, causedBy });
      work.log.info('received', { factType: type });
      return run(fact, work as unknown as Work<S['uses'][number]>);
    },
  );
}

/** Makes the Lambda of the table's stream. `run` answers the records that failed; the stream starts again at the first. */
export function serveStream(
  name: string,
  run: (records: readonly DynamoDBRecord[], work: Work<never>) => Promise<DynamoDBRecord[]>,
) {
  return working(
    name,
    [],
    async (event: DynamoDBStreamEvent, work: Work<never>): Promise<DynamoDBBatchResponse> => ({
      batchItemFailures: (await run(event.Records, work)).map((record) => ({
        itemIdentifier: record.dynamodb?.SequenceNumber ?? '',
      })),
    }),
  );
}

/** A webhook as it came in: the body byte for byte, because a signature is over exactly that. */
export type Delivery = {
  readonly body: string;
  readonly header: (name: string) => string | undefined;
};

/**
 * Makes the Lambda of a webhook. `run` returns whether the delivery is genuine; a forged one gets 400, and so does a signed
 * one that is not an event. A delivery that bypassed CloudFront, is too large or has no signature is refused before `run`,
 * so it costs no read of the secret.
 */
export function serveWebhook<const U extends Use>(
  name: string,
  uses: readonly U[],
  run: (delivery: Delivery, work: Work<U>) => Promise<'accepted' | 'forged' | 'malformed'>,
) {
  return working(
    name,
    uses,
    async (
      event: APIGatewayProxyEventV2,
      work: Work<U>,
    ): Promise<APIGatewayProxyStructuredResultV2> => {
      const received = (statusCode: 200 | 400 | 403 | 413) => ({
        statusCode,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ received: statusCode === 200 }),
      });
      if (!cameThroughFront(event)) return received(403);
      const raw = event.body ?? '';
      const bytes = Buffer.from(raw, event.isBase64Encoded ? 'base64' : 'utf8');
      if (bytes.length > DELIVERY_MAX_BYTES) return received(413);
      const header = (wanted: string) => event.headers[wanted];
      const outcome = isSigned(header('stripe-signature'))
        ? await run({ body: bytes.toString('utf8'), header }, work)
        : 'forged';
      if (outcome === 'forged') work.log.warn(FORGED_DELIVERY);
      if (outcome === 'malformed') work.log.warn('a signed delivery is no event');
      return received(outcome === 'accepted' ? 200 : 400);
    },
  );
}

/** A page as it leaves the server. `cache`: how long, and by whom, it may be kept. */
export type PageAnswer = {
  readonly cache: string;
  readonly headers?: Readonly<Record<string, string>>;
} & (
  | { readonly status: 200 | 404; readonly html: string }
  | { readonly status: 302; readonly location: string }
);

/**
 * Makes the Lambda of a page that depends on the last part of its path and on nothing else about the request: what
 * it answers is kept for everybody.
 */
export function servePage<const U extends Use>(
  name: string,
  uses: readonly U[],
  run: (lastPart: string, work: Work<U>) => Promise<PageAnswer>,
) {
  return working(
    name,
    uses,
    async (
      event: APIGatewayProxyEventV2,
      work: Work<U>,
    ): Promise<APIGatewayProxyStructuredResultV2> => {
      const page = await run(event.rawPath.split('/').at(-1) ?? '', work);
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
  );
}
