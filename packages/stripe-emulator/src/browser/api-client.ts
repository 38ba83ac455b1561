import type { Api, ApiAnswer } from './messages.ts';

function pairs(value: unknown, name: string): [string, string][] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    pairs(inner, name ? `${name}[${key}]` : key),
  );
}

/** Sends a request to Stripe's API with the publishable key. A network failure is returned as an error of type api_connection_error. */
export async function request(
  { base, key }: Api,
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, unknown>,
): Promise<ApiAnswer> {
  const form = new URLSearchParams(pairs(fields, ''));
  const address = `${base}${path}${method === 'GET' ? `?${form}` : ''}`;
  try {
    const answer = await fetch(address, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'POST' && { body: form }),
    });
    return { ok: answer.ok, body: await answer.json() };
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. Please try again.';
    return { ok: false, body: { error: { type: 'api_connection_error', message } } };
  }
}
