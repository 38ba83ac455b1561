import middy, { type MiddlewareObj } from '@middy/core';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';
import * as z from 'zod/mini';
import { needsSession } from '#shared/api/function-definition.ts';
import {
  type Input,
  isInTable,
  type Limit,
  type OperationSpec,
  type Output,
} from '#shared/api/operation.ts';
import { DEVICE_HEADER, readDeviceTokens } from '#shared/device-token.ts';
import { inputSentence, sentencesByField } from '#shared/input-sentences.ts';
import { invalidInput, REFUSALS, Refusal } from '#shared/refusals.ts';
import { networkOf } from '#shared/rules/auth/network-addresses.ts';
import { PROOF_HEADER } from '#shared/rules/auth/proof-of-work.ts';
import { isPermitted } from '#shared/rules/desk/permissions.ts';
import type { Settings } from '#shared/settings.ts';
import type { Instant } from '#shared/time.ts';
import { refuseOtherPasskeys } from './auth/desk-passkeys.ts';
import type { FindDevice } from './auth/known-device.ts';
import { checkSession, type LiveSession } from './auth/live-session.ts';
import { movedToCookie, refreshTokenIn, usesRefreshCookie } from './auth/refresh-cookie.ts';
import { type Caller, readAccessToken } from './auth/tokens.ts';
import { isBusy, isTransient } from './aws-errors.ts';
import { type CapabilitiesOf, type Gives, provide } from './capabilities.ts';
import { compressed } from './compression.ts';
import { now as clock } from './gateways/clock.ts';
import { keyedCall } from './idempotency.ts';
import { type Logger, logOf } from './log.ts';
import { cameThroughCloudFront } from './origin-key.ts';
import { readInput } from './read-input.ts';
import { withRequestId } from './request-id.ts';
import { inRole } from './role-guard.ts';
import { settings } from './settings.ts';
import type { User } from './storage/accounts/users.ts';
import type { KeyedCall } from './storage/idempotency.ts';
import type { Key } from './storage/keys.ts';
import { countCall, countInMemory, type Window } from './storage/limits.ts';
import { type ReadAhead, withReadAhead } from './storage/read-ahead.ts';
import { table } from './storage/table.ts';
import { withTimeLeft } from './time-left.ts';

/*
 * Makes the Lambda of an operation from its definition and a function: log context, authentication, session, limits,
 * decoding, the function, encoding of the output, refusals. Middy is used only here.
 */

/** The arguments of a handler besides its input. The capabilities are those that its definition `uses`. */
export type Call<Op extends Pick<OperationSpec, 'who' | 'uses' | 'knowsCaller'>> = {
  readonly now: Instant;
  readonly settings: Settings;
  readonly log: Logger;
  /** The caller's network address, by which limits and codes are counted. */
  readonly address: string;
  /** The User-Agent header; empty if it is missing. */
  readonly userAgent: string;
  /** The Origin header; absent for callers that are not browsers. It proves nothing. */
  readonly pageOrigin: string | undefined;
  readonly bearer: string | undefined;
  /** The caller's account as the session check has read it; undefined if the operation needs no live session. */
  readonly sessionUser: User | undefined;
  /** The value of the proof-of-work header, not yet checked. */
  readonly proofOfWork: string | undefined;
  /** The device tokens of the call, not yet checked; empty unless the definition has `knowsDevice`. */
  readonly deviceTokens: readonly string[];
  /** The call with its Idempotency-Key, if it has one and the operation takes it. */
  readonly keyed: KeyedCall | undefined;
} & (Op['who'] extends 'anyone'
  ? Op extends { readonly knowsCaller: true }
    ? { readonly caller: Caller | undefined }
    : unknown
  : { readonly caller: Caller }) &
  /** For staff, the stored account that was checked. */
  (Op['who'] extends 'staff' ? { readonly sessionUser: User } : unknown) &
  CapabilitiesOf<Op['uses'][number]>;

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;
type RequestState = {
  input: Record<string, unknown>;
  caller?: Caller;
  sessionUser?: User | undefined;
  ahead?: ReadAhead | undefined;
  decoded?: z.core.util.SafeParseResult<Record<string, unknown>>;
  now: Instant;
  address: string;
};
type Step = MiddlewareObj<Event, Result, Error, Context, RequestState>;

export type Run<Op extends OperationSpec> = (
  input: Input<Op>,
  call: Call<Op>,
) => Promise<Output<Op>>;

type Options<Op extends OperationSpec> = {
  /** Needed if a limit of the operation spares known devices. */
  readonly findDevice?: FindDevice<Input<Op>>;
  /**
   * The keys of the items that the handler reads first. The session check reads them in its own call, so that the handler need
   * not wait for another one (storage/read-ahead.ts). The caller's account is always among them. `key`: the Idempotency-Key.
   */
  readonly readAhead?: (
    input: Input<Op>,
    call: { readonly callerId: string; readonly key: string | undefined },
  ) => readonly Key[];
};

type OptionsOf<Op extends OperationSpec> = Options<Op> & Gives<Op['uses'][number]>;

/**
 * Makes the Lambda of an operation. `run` returns the output or throws a Refusal. The options are needed if the definition uses
 * more than the table.
 */
export function serve<const Op extends OperationSpec>(
  definition: Op,
  run: Run<Op>,
  ...[options]: object extends OptionsOf<Op> ? [OptionsOf<Op>?] : [OptionsOf<Op>]
) {
  const { findDevice, readAhead, gives }: Options<Op> & { readonly gives?: object } = options ?? {};
  const log = logOf(definition.name);
  const provided = provide<Op['uses'][number]>({ ...gives });
  const handler = middy<Event, Result, Error, Context, RequestState>({})
    .use(compress())
    .use(logContext(log))
    .use(refuse(log))
    .use(limitBody(definition))
    .use(authenticate(definition, log))
    .use(session(definition, readAhead as Options<OperationSpec>['readAhead']))
    .use(limit(definition, findDevice as FindDevice<unknown> | undefined))
    .use(decode(definition))
    .handler(async (event: Event, context: Context & { served?: RequestState }) => {
      const { input, caller, sessionUser, ahead, now, address } = context.served as RequestState;
      const inCookie = usesRefreshCookie(definition, event);
      const capabilities = provided((its) => (ahead ? withReadAhead(its, ahead) : its));
      const call = {
        ...(capabilities as object),
        now,
        settings: settings(),
        log,
        address,
        userAgent: event.headers['user-agent'] ?? '',
        caller,
        sessionUser,
        pageOrigin: event.headers.origin,
        bearer: inCookie ? refreshTokenIn(event) : bearerOf(event),
        proofOfWork: event.headers[PROOF_HEADER],
        deviceTokens: deviceTokensIn(definition, event),
        keyed: keyedCall(definition, input, {
          callerId: caller?.userId,
          key: event.headers['idempotency-key'],
        }),
      };
      const output = await withTimeLeft(
        () => context.getRemainingTimeInMillis(),
        () =>
          withRequestId(context.awsRequestId, () =>
            run(input as Input<Op>, call as unknown as Call<Op>),
          ),
      );
      const encoded: Record<string, unknown> = z.encode(definition.output, output as never);
      if (!inCookie) return succeed(encoded, cachingHeaders(definition, event));
      const { output: shown, cookies } = movedToCookie(encoded);
      return { ...succeed(shown, {}), cookies };
    });
  return (event: Event, context: Context): Promise<Result> =>
    inRole(definition, () => handler(event, context));
}

/** The first middleware, so it compresses the final response. */
function compress(): Step {
  return {
    after: (request) => {
      if (request.response)
        request.response = compressed(request.response, request.event.headers['accept-encoding']);
    },
  };
}

function logContext(log: Logger): Step {
  return {
    before: (request) => {
      const { event, context, internal } = request;
      log.addContext(context);
      internal.now = clock();
      internal.address = networkOf(addressOf(event));
      (context as { served?: Partial<RequestState> }).served = internal;
    },
    after: () => log.resetKeys(),
  };
}

/**
 * Turns a refusal into its response. An error of AWS that passes, such as a table that does not answer, becomes UNAVAILABLE, and
 * any other error INTERNAL; neither response has details of the error.
 */
function refuse(log: Logger): Step {
  return {
    onError: (request) => {
      const { error, context } = request;
      if (error instanceof Refusal) log.info('refused', { code: error.code });
      else log.error('fault', error as Error);
      request.response = refusedBy(error as Error, context.awsRequestId);
      log.resetKeys();
    },
  };
}

function refusedBy(error: Error, requestId: string): Result {
  const refusal = isTransient(error) || isBusy(error) ? new Refusal('UNAVAILABLE') : error;
  if (!(refusal instanceof Refusal))
    return answer(REFUSALS.INTERNAL.http, {
      status: 'INTERNAL',
      message: REFUSALS.INTERNAL.sentence,
      requestId,
    });
  const { http, code, message, fields, details, retryAfter } = refusal;
  return answer(
    http,
    { status: code, message, ...(fields && { fields }), ...details },
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );
}

const TOO_LARGE =
  'This is too long to send. Nothing was sent. Shorten it or remove a picture, then try again.';

/** Refuses a body or query over `maxBodyBytes` before it is parsed, because parsing time grows with the size. */
function limitBody({ maxBodyBytes }: OperationSpec): Step {
  return {
    before: ({ event: { rawQueryString, body = '', isBase64Encoded } }) => {
      const bytes = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
      if (Math.max(bytes, rawQueryString.length) > maxBodyBytes)
        throw new Refusal('INVALID_INPUT', { message: TOO_LARGE });
    },
  };
}

function authenticate({ who, knowsCaller }: OperationSpec, log: Logger): Step {
  return {
    before: async ({ event, internal }) => {
      if (who === 'anyone') {
        if (knowsCaller) internal.caller = await callerIfKnown(event, internal.now, log);
        return;
      }
      const caller = await callerOf(event, internal.now);
      if (!caller) throw new Refusal('UNAUTHENTICATED');
      internal.caller = caller;
      if (who !== 'signedIn' && !caller.verified) throw new Refusal('UNVERIFIED');
      if (who === 'member' && (caller.plan === 'NONE' || caller.plan === 'FREE'))
        throw new Refusal('PLAN_REQUIRED');
    },
  };
}

function session(definition: OperationSpec, readAhead: Options<OperationSpec>['readAhead']): Step {
  return {
    before: async ({ event, internal }) => {
      const { caller, now } = internal;
      if (!caller || !needsSession(definition)) return;
      const input = readAhead && decoded(definition, event, internal).data;
      const call = { callerId: caller.userId, key: event.headers['idempotency-key'] };
      const keys = input ? readAhead(input, call) : [];
      const live = await checkSession(caller, now, keys);
      const { user, ahead } = live;
      if (definition.who === 'staff') await refuseOthers(definition, live, now);
      internal.sessionUser = user;
      internal.ahead = ahead;
    },
  };
}

/**
 * Refuses with FORBIDDEN whoever has none of the permissions of an operation for staff, and with PASSKEY_SIGN_IN_REQUIRED a
 * session that did not begin with a passkey of the desk. It reads the stored account and passkey, so that a revoked permission and a
 * removed passkey end at once.
 */
async function refuseOthers(
  { permissions = [] }: OperationSpec,
  { user, passkeyId }: LiveSession,
  now: Instant,
): Promise<void> {
  if (!isPermitted(user.permissionIds ?? [], permissions)) throw new Refusal('FORBIDDEN');
  await refuseOtherPasskeys(table, user, passkeyId, settings(), now);
}

/** Decodes the input once. */
function decoded(definition: OperationSpec, event: Event, internal: RequestState) {
  internal.decoded ??= z.safeDecode(definition.input, readInput(event, definition) as never, {
    error: inputSentence,
  });
  return internal.decoded;
}

async function callerOf(event: Event, now: Instant): Promise<Caller | undefined> {
  const bearer = bearerOf(event);
  return bearer === undefined ? undefined : readAccessToken(bearer, now);
}

/** For operations that anyone may call: an error while verifying the token does not fail the call. */
async function callerIfKnown(event: Event, now: Instant, log: Logger): Promise<Caller | undefined> {
  try {
    return await callerOf(event, now);
  } catch (fault) {
    log.warn(
      'the access token could not be verified; the call continues without a caller',
      fault as Error,
    );
    return undefined;
  }
}

/**
 * Checks the limits, before an input that breaks its rules is refused. Limits per field count the raw value.
 */
function limit(definition: OperationSpec, findDevice: FindDevice<unknown> | undefined): Step {
  const rules = countedLimits(definition.limits);
  return {
    before: async ({ event, internal }) => {
      for (const { rule, shorter, inMemory } of rules) {
        const counted = (counter: string) => {
          const call = {
            what: `${definition.name}:${rule.within}:${counter}`,
            now: internal.now,
            ...windowOf(rule),
            shorter: shorter.map(windowOf),
          };
          return inMemory ? inMemory(call) : countCall(table, call);
        };
        const counter = counterOf(rule, event, internal);
        if (!counter) continue;
        let retryAfter = await counted(counter);
        if (retryAfter !== undefined && rule.spares) {
          const device = await findKnownDevice(definition, event, internal, findDevice);
          if (device) retryAfter = await counted(`device:${device}`);
        }
        if (retryAfter !== undefined) throw new Refusal('TOO_MANY_REQUESTS', { retryAfter });
      }
    },
  };
}

/**
 * A limit that the function counts, in memory or in the table. `shorter`: further limits of the same calls, which the same
 * write counts.
 */
type CountedLimit = {
  readonly rule: Limit;
  readonly shorter: readonly Limit[];
  readonly inMemory?: ReturnType<typeof countInMemory>;
};

function countedLimits(limits: readonly Limit[]): readonly CountedLimit[] {
  const isShorter = (one: Limit, other: Limit) =>
    [one, other].every((rule) => isInTable(rule) && !rule.spares && typeof rule.per === 'string') &&
    one.per === other.per &&
    one.within < other.within &&
    other.within % one.within === 0;
  return limits
    .filter((rule) => !limits.some((other) => isShorter(rule, other)))
    .map((rule) => ({
      rule,
      shorter: limits.filter((other) => isShorter(other, rule)),
      ...(!isInTable(rule) && { inMemory: countInMemory() }),
    }));
}

/** The id, for rate limits, of the known device of a call; undefined if there is none or the input is invalid. */
async function findKnownDevice(
  definition: OperationSpec,
  event: Event,
  internal: RequestState,
  findDevice: FindDevice<unknown> | undefined,
): Promise<string | undefined> {
  const deviceTokens = deviceTokensIn(definition, event);
  if (deviceTokens.length === 0) return undefined;
  const { data } = decoded(definition, event, internal);
  return data && findDevice?.(data, { deviceTokens, settings: settings(), now: internal.now });
}

const deviceTokensIn = ({ knowsDevice }: OperationSpec, { headers }: Event): string[] =>
  knowsDevice ? readDeviceTokens(headers[DEVICE_HEADER]) : [];

function windowOf({ per, max, within }: Limit): Window {
  return { within, max: per === 'address' ? max * (settings().peoplePerAddress ?? 1) : max };
}

function counterOf(
  { per }: Limit,
  event: Event,
  { caller, address }: RequestState,
): string | undefined {
  if (per === 'caller') return `caller:${caller?.userId ?? address}`;
  if (per === 'address') return `address:${address}`;
  const sent = readInput(event)[per.field];
  // An empty value, or one that is not text, is not counted: decoding refuses it.
  if (typeof sent !== 'string' || sent.trim() === '') return undefined;
  const value = sent.trim().toLowerCase();
  return `${per.field}:${value}:${per.from === 'address' ? address : ''}`;
}

function decode(definition: OperationSpec): Step {
  return {
    before: ({ event, internal }) => {
      const read = decoded(definition, event, internal);
      if (read.success) {
        internal.input = read.data;
        return;
      }
      throw invalidInput(sentencesByField(read.error));
    },
  };
}

function bearerOf(event: Event): string | undefined {
  return /^Bearer ([\w.~+/-]{1,4096}=*)$/i.exec(event.headers.authorization ?? '')?.[1];
}

/**
 * Returns the IP address of the caller. Behind CloudFront it is the viewer's address, which the edge function adds
 * (lib/cloud/edge.ts). It is trusted only with the key that CloudFront adds; a call that bypasses CloudFront is refused.
 */
function addressOf(event: Event): string {
  if (!process.env.ORIGIN_KEY_HASHES) return event.requestContext.http.sourceIp;
  if (!cameThroughCloudFront(event)) throw new Refusal('FORBIDDEN');
  return event.headers['x-viewer-address'] ?? event.requestContext.http.sourceIp;
}

/** The caching headers of a successful response. Browsers revalidate each time. */
function cachingHeaders(
  { sharedSeconds }: OperationSpec,
  { headers }: Event,
): Record<string, string> {
  if (sharedSeconds === undefined) return {};
  const isStranger = headers.authorization === undefined;
  return {
    vary: 'authorization',
    ...(isStranger && { 'cache-control': `public, max-age=0, s-maxage=${sharedSeconds}` }),
  };
}

const succeed = (output: object, headers: Record<string, string>) =>
  answer(200, { status: 'SUCCESS', ...output }, headers);

function answer(statusCode: number, body: object, headers: Record<string, string> = {}): Result {
  return {
    statusCode,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: JSON.stringify(body),
  };
}
