import type { APIGatewayProxyEventV2 as Event } from 'aws-lambda';
import type { OperationSpec } from '#shared/api/operation.ts';
import { Refusal } from '#shared/refusals.ts';
import { decodeForm } from '#shared/wire.ts';

/**
 * Parses the raw fields of a call: the query of a GET, otherwise the body, as a form or JSON. Refuses other JSON with
 * INVALID_INPUT. With `readsQuery`, the query of a POST counts too.
 */
export function readInput(
  event: Event,
  { readsQuery }: Pick<OperationSpec, 'readsQuery'> = {},
): Record<string, unknown> {
  if (readsQuery) return { ...bodyOf(event), ...decodeForm(event.rawQueryString) };
  return bodyOf(event);
}

function bodyOf(event: Event): Record<string, unknown> {
  if (event.requestContext.http.method === 'GET') return decodeForm(event.rawQueryString);
  const text = event.isBase64Encoded
    ? Buffer.from(event.body ?? '', 'base64').toString('utf8')
    : (event.body ?? '');
  if (!/\bjson\b/i.test(event.headers['content-type'] ?? '')) return decodeForm(text);
  try {
    const value: unknown = JSON.parse(text || '{}', asInAForm);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Refused below, like JSON that is not an object.
  }
  throw new Refusal('INVALID_INPUT', { message: 'The body isn’t a JSON object.' });
}

/**
 * Removes values that JSON can hold and a form cannot: lone surrogates, which DynamoDB rejects, and null, which means an
 * absent field here.
 */
function asInAForm(key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\ufffd');
  return value === null && key !== '' ? undefined : value;
}
