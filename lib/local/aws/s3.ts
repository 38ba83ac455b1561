import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import type { MediaStore } from '../media.ts';
import type { Answer } from './service.ts';

/**
 * Emulates S3 with path-style addresses: PutObject, GetObject, also by a signed link or if it has an entity tag, HeadObject, DeleteObject, ListObjectVersions. Nobody
 * reads an object without a signature; that of a link is checked. It keeps no old versions: each object is its only version, which
 * S3 calls `null`.
 */
export async function answerS3(
  media: MediaStore,
  request: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://s3');
  const [, key = ''] = /^\/[^/]+\/(.+)$/.exec(url.pathname) ?? [];
  if (!key && request.method === 'GET' && url.searchParams.has('versions'))
    return listVersions(media, url.searchParams.get('prefix') ?? '');
  if (key && url.searchParams.has('X-Amz-Signature')) return answerLink(media, request, url, key);
  if (!request.headers.authorization) return accessDenied('Access Denied');
  const operation = url.searchParams.get('x-id') ?? '';
  if (!key || (url.search && !/^(Put|Get|Delete)Object$/.test(operation)) || isCopy(request))
    return notKnown();
  const name = decodeURIComponent(key);
  if (request.method === 'PUT') return put(media, name, request, body);
  if (request.method === 'DELETE') {
    media.delete(name);
    return { status: 204, type: 'application/xml', body: '' };
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return notKnown();
  const file = media.get(name);
  if (!file) return missing();
  const etag = etagOf(file.body);
  if ((request.headers['if-match'] ?? etag) !== etag)
    return error(412, 'PreconditionFailed', 'The object has another entity tag.');
  return { status: 200, type: file.type, body: file.body, headers: { etag } };
}

/** Answers a signed link. */
async function answerLink(
  media: MediaStore,
  { method, headers }: IncomingMessage,
  { pathname, searchParams }: URL,
  key: string,
): Promise<Answer> {
  const [, date = '', time = ''] =
    /^(\d{8})T(\d{6})Z$/.exec(searchParams.get('X-Amz-Date') ?? '') ?? [];
  const signedAt = Date.parse(
    `${date.replace(/(..)(..)$/, '-$1-$2')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`,
  );
  const until = signedAt + Number(searchParams.get('X-Amz-Expires')) * 1000;
  if (!(Date.now() < until)) return accessDenied('Request has expired');
  const signature = await signatureOf(headers.host ?? '', pathname, searchParams, signedAt);
  if (searchParams.get('X-Amz-Signature') !== signature)
    return error(403, 'SignatureDoesNotMatch', 'The signature is not that of this request.');
  const file = method === 'GET' ? media.get(decodeURIComponent(key)) : undefined;
  if (!file) return missing();
  const disposition = searchParams.get('response-content-disposition');
  const cacheControl = searchParams.get('response-cache-control') ?? file.cacheControl;
  return {
    status: 200,
    type: searchParams.get('response-content-type') ?? file.type,
    body: file.body,
    headers: {
      etag: etagOf(file.body),
      ...(disposition && { 'content-disposition': disposition }),
      ...(cacheControl && { 'cache-control': cacheControl }),
    },
  };
}

/** The credentials of the machine's stages. */
export const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Returns the signature that a link with these parameters has. */
async function signatureOf(
  host: string,
  path: string,
  parameters: URLSearchParams,
  signedAt: number,
): Promise<unknown> {
  const [, , region = ''] = (parameters.get('X-Amz-Credential') ?? '').split('/');
  const query = Object.fromEntries([...parameters].filter(([name]) => !/^X-Amz-/.test(name)));
  const presigner = new S3RequestPresigner({
    region,
    credentials: CREDENTIALS,
    sha256: Hash.bind(null, 'sha256'),
  });
  const signed = await presigner.presign(
    new HttpRequest({ method: 'GET', hostname: host, path, query, headers: { host } }),
    { expiresIn: Number(parameters.get('X-Amz-Expires')), signingDate: new Date(signedAt) },
  );
  return signed.query?.['X-Amz-Signature'];
}

function listVersions(media: MediaStore, prefix: string): Answer {
  const versions = media
    .keysWith(prefix)
    .map((key) => `<Version><Key>${key}</Key><VersionId>null</VersionId></Version>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?><ListVersionsResult><IsTruncated>false</IsTruncated>${versions.join('')}</ListVersionsResult>`;
  return { status: 200, type: 'application/xml', body };
}

/** The bucket of the web app; only its document and its assets can be read. */
export const WEB_BUCKET = 'web';

const WEB_FILE = new RegExp(`^/${WEB_BUCKET}/(index\\.html|assets/[\\w.-]+)$`);

/** The key of a file of the web app that is read; undefined for any other request. */
export const webFileOf = ({ method, url }: IncomingMessage): string | undefined =>
  method === 'GET' ? WEB_FILE.exec(url?.split('?')[0] ?? '')?.[1] : undefined;

export function answerWebFile(text: string | undefined): Answer {
  if (text === undefined) return noSuchKey();
  return { status: 200, type: 'text/plain; charset=utf-8', body: text };
}

function put(media: MediaStore, key: string, request: IncomingMessage, sent: Buffer): Answer {
  const chunked = String(request.headers['content-encoding']).includes('aws-chunked');
  const body = chunked ? unchunk(sent) : sent;
  const length = request.headers['x-amz-decoded-content-length'];
  if (length !== undefined && Number(length) !== body.length)
    return error(400, 'IncompleteBody', 'The body is not as long as it says.');
  const { 'content-type': type = 'application/octet-stream', 'cache-control': cacheControl } =
    request.headers;
  media.put(key, { type, cacheControl, body });
  return { status: 200, type: 'application/xml', body: '', headers: { etag: etagOf(body) } };
}

/** Decodes a body that the SDK streamed as `<hex length>[;signature]\r\n<bytes>\r\n … 0\r\n<trailers>`. */
function unchunk(sent: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < sent.length; ) {
    const lineEnd = sent.indexOf('\r\n', at);
    const length = Number.parseInt(sent.subarray(at, lineEnd).toString('latin1'), 16);
    if (lineEnd < 0 || !(length > 0)) break;
    parts.push(sent.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
  return Buffer.concat(parts);
}

const isCopy = (request: IncomingMessage) => request.headers['x-amz-copy-source'] !== undefined;
export const etagOf = (body: Uint8Array) => `"${createHash('md5').update(body).digest('hex')}"`;
export const accessDenied = (message: string) => error(403, 'AccessDenied', message);
/** S3 tells nobody whether an object exists who may not list the bucket, as no role of the product may. */
const missing = () => accessDenied('Access Denied');
const noSuchKey = () => error(404, 'NoSuchKey', 'The specified key does not exist.');
const notKnown = () =>
  error(501, 'NotImplemented', 'Only putting, reading and deleting one object is known here.');

export const error = (status: number, code: string, message: string): Answer => ({
  status,
  type: 'application/xml',
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});
