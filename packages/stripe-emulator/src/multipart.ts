import type { FormFields } from './form-encoding.ts';
import { refusedRequest } from './refusal.ts';

/** Whether a body with this content type has parts. */
export const isMultipart = (contentType: string | undefined): boolean =>
  contentType?.startsWith('multipart/form-data') ?? false;

/**
 * Parses a multipart body, one character for each byte. A file becomes an object of its `filename`, its `type` and its `data`,
 * again one character for each byte.
 */
export function readMultipart(body: string, contentType: string): FormFields {
  const boundary = /boundary=([^;]+)/.exec(contentType)?.[1];
  if (!boundary) throw refusedRequest('The multipart boundary is missing.');
  const fields = Object.create(null) as FormFields;
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    // The line break before the next boundary does not belong to the part.
    const data = rest.join('\r\n\r\n').slice(0, -2);
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? '';
    const filename = /filename="([^"]*)"/.exec(head)?.[1];
    const type = /content-type: *(\S+)/i.exec(head)?.[1] ?? 'application/octet-stream';
    fields[name] =
      filename === undefined ? Buffer.from(data, 'latin1').toString() : { filename, type, data };
  }
  return fields;
}
