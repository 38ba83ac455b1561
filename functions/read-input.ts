import type { APIGatewayProxyEventV2 as Event } from 'aws-lambda';
import { Refusal } from '../shared/refusals.ts';
import { decodeForm } from '../shared/wire.ts';

/** The fields of a call as they were sent: of a GET its query, otherwise its body, a form or JSON. Refuses with INVALID_INPUT a body that is neither. */
export function readInput(event: Event): Record<string, unknown> {
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
    // Falls through to the one sentence for everything that is not an object.
  }
  throw new Refusal('INVALID_INPUT', { message: 'The body is not a JSON object.' });
}

/** JSON can spell half a character, which no table takes, and null, which is a field left out; a form can do neither. */
function asInAForm(key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\ufffd');
  return value === null && key !== '' ? undefined : value;
}
