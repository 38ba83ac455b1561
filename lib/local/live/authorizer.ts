import { randomUUID } from 'node:crypto';

/* The call of the Lambda authorizer of an AppSync Event API. */

export type LiveOperation = 'EVENT_CONNECT' | 'EVENT_SUBSCRIBE';

/**
 * The event of the authorizer.
 * https://docs.aws.amazon.com/appsync/latest/eventapi/configure-event-api-auth.html#aws-lambda-authorization
 */
export type AuthorizerEvent = {
  readonly authorizationToken: string;
  readonly requestContext: {
    readonly apiId: string;
    readonly accountId: string;
    readonly requestId: string;
    readonly operation: LiveOperation;
    /** Absent for a connection. */
    readonly channelNamespaceName?: string;
    readonly channel?: string;
  };
  readonly requestHeaders: Readonly<Record<string, string>>;
};

/** Calls the authorizer; rejects if it throws. */
export type Authorize = (event: AuthorizerEvent) => Promise<unknown>;

/** The headers that a client sends as JSON, in the handshake or with a subscription. */
export type SentHeaders = Readonly<Record<string, unknown>>;

/** Returns whether the authorizer allows a connection, or a subscription to `channel`. One that fails allows nothing. */
export async function isAuthorized(
  authorize: Authorize,
  operation: LiveOperation,
  sent: SentHeaders,
  channel?: string,
): Promise<boolean> {
  const headers = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const { authorization: token, host } = headers;
  if (!token || !host) return false;
  const event: AuthorizerEvent = {
    authorizationToken: token,
    requestContext: {
      apiId: 'local',
      accountId: '000000000000',
      requestId: randomUUID(),
      operation,
      ...(channel !== undefined && { channel, channelNamespaceName: namespaceOf(channel) }),
    },
    requestHeaders: headers,
  };
  const answer = await authorize(event).catch(() => undefined);
  return (answer as { isAuthorized?: unknown } | undefined)?.isAuthorized === true;
}

const namespaceOf = (channel: string): string => channel.split('/')[1] ?? '';
