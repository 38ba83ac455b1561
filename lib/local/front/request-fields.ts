import type { IncomingMessage } from 'node:http';
import { decodeForm } from '#shared/wire.ts';
import { readBody } from './request-body.ts';

/** The fields of a request with JSON or a form; none if they cannot be read. */
export async function fieldsOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = (await readBody(request, 64 * 1024)).toString('utf8');
  if (!String(request.headers['content-type']).includes('json')) return decodeForm(text);
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}
