import * as z from 'zod/mini';
import { refreshToken } from '#shared/api/current-session.ts';
import type { Input, OperationSpec, Output } from '#shared/api/operation.ts';
import { DEVICE_HEADER } from '#shared/device-token.ts';
import { inputSentence, sentencesByField } from '#shared/input-sentences.ts';
import { REFRESH_COOKIE_HEADER } from '#shared/refresh-cookie.ts';
import { REFUSALS, type RefusalCode } from '#shared/refusals.ts';
import { PROOF_HEADER } from '#shared/rules/auth/proof-of-work.ts';
import type { Instant } from '#shared/time.ts';
import { encodeForm } from '#shared/wire.ts';
import { updateServerTime } from './clock.ts';
import { isOffline, noteReached } from './connection.ts';
import { deviceTokens, storeDeviceToken } from './device-tokens.ts';
import { takeEarlyResponse } from './early-responses.ts';
import { withLock } from './lock.ts';
import {
  currentAccessToken,
  endSession,
  expiryOf,
  freshAccessToken,
  heldRefreshToken,
  readSession,
  storeSession,
} from './session.ts';
import { keepsCookies } from './storage.ts';

/** A refusal by the server: a code, the sentence to show and, for invalid input, one sentence for each field. */
export class ApiRefusal extends Error {
  readonly code: RefusalCode;
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    body: Readonly<Record<string, unknown>> = {},
    retryAfter?: number,
  ) {
    super(message);
    this.name = 'ApiRefusal';
    this.code = code;
    this.fields = (body.fields as Record<string, string> | undefined) ?? {};
    this.details = body;
    this.retryAfter = retryAfter;
  }
}

export const LOST_RESPONSE =
  'No confirmation came back, so we don’t know yet whether this was done. Please check your connection and try again: nothing is done twice.';

/** Thrown for a write that may be done, because its response was lost twice. Sending it again does nothing twice. */
export class LostResponse extends ApiRefusal {
  constructor({ details, retryAfter }: ApiRefusal) {
    super('UNAVAILABLE', LOST_RESPONSE, details, retryAfter);
    this.name = 'LostResponse';
  }
}

export function isRefusal(error: unknown, ...codes: readonly RefusalCode[]): error is ApiRefusal {
  return error instanceof ApiRefusal && (codes.length === 0 || codes.includes(error.code));
}

/** Refusals after which the outcome of an earlier attempt is unknown: the server sends them without checking the idempotency key. */
export const OUTCOME_UNKNOWN: readonly RefusalCode[] = [
  'UNAVAILABLE',
  'INTERNAL',
  'UNAUTHENTICATED',
  'TOO_MANY_REQUESTS',
];

/**
 * Refusals that depend on the claims of the access token, which may be outdated: the phone was confirmed or a plan
 * started on another device.
 */
const OF_THE_TOKEN = ['UNAUTHENTICATED', 'UNVERIFIED', 'PLAN_REQUIRED'] as const;

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Idempotency-Key: a repeated call creates one order and one charge. */
  readonly idempotencyKey?: string;
  readonly proofOfWork?: string;
};

/**
 * Calls an operation and validates input and output by the definition that it shares with the server. Refreshes the
 * session if necessary. A write that does nothing twice is sent once more after a lost response, which finds out whether the first
 * one arrived. Throws ApiRefusal: INVALID_INPUT before the request if the definition refuses the input, UNAVAILABLE if the
 * server cannot be reached, LostResponse if a write may be done.
 */
export async function call<Op extends OperationSpec>(
  operation: Op,
  input: Input<Op>,
  options: CallOptions = {},
): Promise<Output<Op>> {
  const fields = encodeInput(operation, input);
  const wasOffline = isOffline();
  try {
    return await authorized(operation, fields, options);
  } catch (error) {
    const isSent = !wasOffline || !isOffline();
    if (!isSent || !isRepeatable(operation, options) || !isRefusal(error, ...FAULTS)) throw error;
    // Without a connection, or before the time that the server asks for, a repetition would not find out more.
    if (isOffline() || error.retryAfter !== undefined) throw new LostResponse(error);
  }
  try {
    return await authorized(operation, fields, options);
  } catch (again) {
    // None of these says what became of the first attempt.
    throw isRefusal(again, ...FAULTS, 'TOO_MANY_REQUESTS') ? new LostResponse(again) : again;
  }
}

const FAULTS = ['UNAVAILABLE', 'INTERNAL'] as const;

/** Whether sending this write again does nothing twice. */
const isRepeatable = ({ method, idempotent }: OperationSpec, options: CallOptions): boolean =>
  method === 'POST' &&
  (idempotent === 'byNature' || (idempotent === 'byKey' && options.idempotencyKey !== undefined));

/** Sends a call with the access token of the session, if the operation needs one. */
async function authorized<Op extends OperationSpec>(
  operation: Op,
  fields: Record<string, unknown>,
  options: CallOptions,
): Promise<Output<Op>> {
  if (operation.who === 'anyone')
    return sendProven(operation, fields, operation.knowsCaller && (await tokenIfAny()), options);
  const token = await accessToken();
  try {
    return await sendProven(operation, fields, token, options);
  } catch (error) {
    // The token may be revoked, or the clock of this device wrong: refresh once and retry once. A refusal with field
    // errors is about what was typed (a wrong code): a retry would only use up an attempt.
    if (!isRefusal(error, ...OF_THE_TOKEN) || Object.keys(error.fields).length > 0) throw error;
    return sendProven(operation, fields, await refreshSession(token), options);
  }
}

/** Sends a call; if the server asks for a proof of work, computes one and sends the call again. */
async function sendProven<Op extends OperationSpec>(
  operation: Op,
  fields: Record<string, unknown>,
  token: string | undefined,
  options: CallOptions,
): Promise<Output<Op>> {
  try {
    return await send(operation, fields, token, options);
  } catch (error) {
    // Browsers provide crypto.subtle only to pages served over HTTPS.
    if (!isRefusal(error, 'PROOF_OF_WORK_REQUIRED') || !crypto.subtle) throw error;
    const { solve } = await import('./proof-of-work.ts');
    const proofOfWork = await solve(error.details, options.signal);
    return send(operation, fields, token, { ...options, proofOfWork });
  }
}

function encodeInput<Op extends OperationSpec>(
  operation: Op,
  input: Input<Op>,
): Record<string, unknown> {
  const encoded = z.safeEncode(operation.input, input as never, { error: inputSentence });
  if (encoded.success) return encoded.data as Record<string, unknown>;
  const fields = sentencesByField(encoded.error);
  throw new ApiRefusal('INVALID_INPUT', REFUSALS.INVALID_INPUT.sentence, { fields });
}

/** Sends a call once, with the given access token if there is one. */
export async function send<Op extends OperationSpec>(
  operation: Op,
  fields: Record<string, unknown>,
  token: string | undefined,
  { signal, idempotencyKey, proofOfWork }: CallOptions,
): Promise<Output<Op>> {
  const form = encodeForm(fields);
  const isGet = operation.method === 'GET';
  const response = await reach(isGet && form ? `${operation.path}?${form}` : operation.path, {
    method: operation.method,
    signal,
    headers: {
      accept: 'application/json',
      ...(!isGet && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(operation.refreshCookie && keepsCookies() && { [REFRESH_COOKIE_HEADER]: 'cookie' }),
      ...deviceHeader(operation),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(proofOfWork && { [PROOF_HEADER]: proofOfWork }),
    },
    body: isGet ? undefined : form,
    // The response sets the next refresh cookie, so the request must not be aborted when the page is closed.
    ...(operation.refreshCookie && { keepalive: true }),
  });
  updateServerTime(response.headers.get('date'), response.headers.get('age'));
  const body = await readBody(response);
  if (body.status !== 'SUCCESS') throw refusalOf(body, response);
  if (typeof body.device_token === 'string') storeDeviceToken(body.device_token);
  return decodeOutput(operation, body);
}

function deviceHeader({ knowsDevice }: OperationSpec): Record<string, string> {
  const tokens = knowsDevice ? deviceTokens() : [];
  return tokens.length > 0 ? { [DEVICE_HEADER]: tokens.join(',') } : {};
}

/**
 * Decodes an answer. Throws INTERNAL if it does not match the definition, as after a deployment that this page is too
 * old for.
 */
function decodeOutput<Op extends OperationSpec>(operation: Op, body: unknown): Output<Op> {
  const decoded = z.safeDecode(operation.output, body as never);
  if (decoded.success) return decoded.data as Output<Op>;
  console.error(`${operation.name} answered something else`, decoded.error);
  throw new ApiRefusal('INTERNAL', REFUSALS.INTERNAL.sentence);
}

async function reach(
  path: string,
  init: RequestInit & { headers: Readonly<Record<string, string>> },
): Promise<Response> {
  try {
    const early = await takeEarlyResponse(path, init.headers.authorization);
    const response = early ?? (await fetch(path, init));
    noteReached(true);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    noteReached(false);
    throw new ApiRefusal(
      'UNAVAILABLE',
      'We couldn’t reach ReplyPaid. Please check your connection and try again.',
    );
  }
}

async function readBody(response: Response): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>;
  } catch {
    throw new ApiRefusal('UNAVAILABLE', REFUSALS.UNAVAILABLE.sentence);
  }
}

function refusalOf(body: Record<string, unknown>, { status, headers }: Response): ApiRefusal {
  const known = typeof body.status === 'string' && body.status in REFUSALS;
  const code = known ? (body.status as RefusalCode) : codeOfPlatform(status);
  // Messages of API Gateway ("Too Many Requests", "Service Unavailable") are not written for people.
  const said = known && typeof body.message === 'string' ? body.message : REFUSALS[code].sentence;
  return new ApiRefusal(code, said, body, Number(headers.get('retry-after')) || undefined);
}

/** The refusal code for an error that API Gateway answered itself: throttling, or no function to run. */
function codeOfPlatform(status: number): RefusalCode {
  if (status === REFUSALS.TOO_MANY_REQUESTS.http) return 'TOO_MANY_REQUESTS';
  return status === REFUSALS.UNAVAILABLE.http ? 'UNAVAILABLE' : 'INTERNAL';
}

/** The access token, or undefined if nobody is signed in or it cannot be refreshed. */
async function tokenIfAny(): Promise<string | undefined> {
  return readSession() && accessToken().catch(() => undefined);
}

/**
 * Returns an access token that is valid until `moment` and is not `refused`. `moment` must be within the lifetime of a new
 * token.
 */
export async function accessTokenUntil(moment: Instant, refused?: string): Promise<string> {
  const token = currentAccessToken();
  const isValid = token !== undefined && token !== refused && expiryOf(token) >= moment;
  return isValid ? token : refreshSession(token);
}

async function accessToken(): Promise<string> {
  return freshAccessToken() ?? refreshSession(currentAccessToken());
}

/**
 * Signs in by the refresh cookie alone: for a page that may not read its storage, and therefore does not know after a reload who is
 * signed in. Throws UNAUTHENTICATED if there is no session.
 */
export async function resumeByCookie(): Promise<void> {
  storeTokens(await withLock('refresh-session', () => send(refreshToken, {}, undefined, {})));
}

let refreshing: Promise<string> | undefined;

/**
 * Replaces the access token `stale`. A refresh token can be used only once, so tabs take turns. If the session has
 * ended, forgets it and throws UNAUTHENTICATED.
 */
export function refreshSession(stale: string | undefined): Promise<string> {
  refreshing ??= withLock('refresh-session', () => refresh(stale)).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refresh(stale: string | undefined): Promise<string> {
  const session = readSession();
  if (!session) throw new ApiRefusal('UNAUTHENTICATED', REFUSALS.UNAUTHENTICATED.sentence);
  const known = freshAccessToken();
  if (known !== undefined && known !== stale) return known;
  try {
    const tokens = await send(refreshToken, {}, heldRefreshToken(), {});
    // Somebody else may have signed in meanwhile, or the cookie may belong to a session that this browser did not
    // start.
    if (tokens.user_id !== readSession()?.userId)
      throw new ApiRefusal('UNAUTHENTICATED', REFUSALS.UNAUTHENTICATED.sentence);
    storeTokens(tokens);
    return tokens.access_token;
  } catch (error) {
    if (isRefusal(error, 'UNAUTHENTICATED')) endSession();
    throw error;
  }
}

/** Saves the response of a sign-in as the session of this browser; the refresh token is in the cookie, if the browser keeps cookies. */
export function storeTokens(tokens: Output<typeof refreshToken>): void {
  storeSession({
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    userId: tokens.user_id,
    fullName: tokens.full_name,
    avatarUrl: tokens.avatar_url,
  });
}
