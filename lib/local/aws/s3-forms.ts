import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import type { MediaStore } from '../media.ts';
import { accessDenied, CREDENTIALS, error, etagOf } from './s3.ts';
import type { Answer, UploadDetail } from './service.ts';

/*
 * Uploads to S3 by the forms of browsers. A form has a policy with conditions and its signature; S3 stores the file if both fit.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */

type Policy = { readonly expiration: string; readonly conditions: readonly unknown[] };

/** Takes the form of a browser, and stores its file. `onUpload`: called with what EventBridge tells of it. */
export async function answerForm(
  media: MediaStore,
  { url = '', headers }: IncomingMessage,
  body: Buffer,
  onUpload?: (detail: UploadDetail) => unknown,
): Promise<Answer> {
  const bucket = url.split('/')[1] ?? '';
  const form = await readForm(String(headers['content-type']), body);
  const file = form?.get('file');
  if (!form || !(file instanceof Blob))
    return error(400, 'MalformedPOSTRequest', 'The body is not a form with a file.');
  const fields = new Map(
    [...form].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
    ),
  );
  const policy = policyIn(fields.get('policy'));
  if (!policy) return accessDenied('The form has no policy.');
  if (!(await isSigned(fields)))
    return error(403, 'SignatureDoesNotMatch', 'The signature is not that of this policy.');
  if (!(Date.now() < Date.parse(policy.expiration)))
    return accessDenied('Invalid according to Policy: Policy expired.');
  const content = Buffer.from(await file.arrayBuffer());
  const fault = faultIn(policy, fields, { bucket, size: content.length });
  if (fault) return fault;
  const key = fields.get('key') ?? '';
  media.put(key, { type: fields.get('content-type') ?? 'binary/octet-stream', body: content });
  const etag = etagOf(content);
  const object = { key, size: content.length, etag: etag.slice(1, -1), sequencer: randomUUID() };
  await onUpload?.({ bucket: { name: bucket }, object });
  return { status: 204, type: 'application/xml', body: '', headers: { etag } };
}

async function readForm(type: string, body: Buffer): Promise<FormData | undefined> {
  try {
    return await new Response(Uint8Array.from(body), {
      headers: { 'content-type': type },
    }).formData();
  } catch {
    return undefined;
  }
}

function policyIn(text: string | undefined): Policy | undefined {
  try {
    return JSON.parse(Buffer.from(text ?? '', 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

async function isSigned(fields: ReadonlyMap<string, string>): Promise<boolean> {
  const [, , region = ''] = (fields.get('x-amz-credential') ?? '').split('/');
  const date = fields.get('x-amz-date') ?? '';
  const [, day = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(date) ?? [];
  if (!day) return false;
  const at = `${day.replace(/(..)(..)$/, '-$1-$2')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`;
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: CREDENTIALS,
    sha256: Hash.bind(null, 'sha256'),
  });
  const signature = await signer.sign(fields.get('policy') ?? '', { signingDate: new Date(at) });
  return fields.get('x-amz-signature') === signature;
}

/** Fields that no condition has to name. */
const WITHOUT_CONDITION = ['policy', 'x-amz-signature'];

/** The answer to a form that breaks a condition, or has a field without one; undefined if all fit. */
function faultIn(
  { conditions }: Policy,
  fields: ReadonlyMap<string, string>,
  { bucket, size }: { readonly bucket: string; readonly size: number },
): Answer | undefined {
  const named = new Set<string>();
  for (const condition of conditions) {
    if (Array.isArray(condition)) {
      const [, least, most] = condition as [string, number, number];
      if (size > most)
        return error(
          400,
          'EntityTooLarge',
          'Your proposed upload exceeds the maximum allowed size',
        );
      if (size < least)
        return error(
          400,
          'EntityTooSmall',
          'Your proposed upload is smaller than the minimum size',
        );
      continue;
    }
    const [[name = '', value] = []] = Object.entries(condition as Record<string, string>);
    named.add(name.toLowerCase());
    if ((name === 'bucket' ? bucket : fields.get(name.toLowerCase())) !== value)
      return accessDenied(
        `Invalid according to Policy: Policy Condition failed: ["eq", "$${name}"]`,
      );
  }
  const extra = [...fields.keys()].find(
    (name) => !named.has(name) && !WITHOUT_CONDITION.includes(name),
  );
  return extra === undefined
    ? undefined
    : accessDenied(`Invalid according to Policy: Extra input fields: ${extra}`);
}

/** The answer to a browser that asks whether a page may send a request to the bucket, as its CORS rules say (lib/cloud/data.ts). */
export const answerPreflight = ({ headers }: IncomingMessage): Answer => ({
  status: 200,
  type: 'text/plain',
  body: '',
  headers: {
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-allow-methods': 'GET, HEAD, POST',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
    'access-control-max-age': '3600',
  },
});

/** The answer with the headers by which a page of another origin may read it. */
export const withCors = ({ headers }: IncomingMessage, answer: Answer): Answer =>
  headers.origin === undefined
    ? answer
    : {
        ...answer,
        headers: {
          ...answer.headers,
          'access-control-allow-origin': headers.origin,
          'access-control-expose-headers': 'ETag',
          vary: 'Origin',
        },
      };
