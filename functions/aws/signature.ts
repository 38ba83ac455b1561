import { createHash, createHmac } from 'node:crypto';

/*
 * Signature Version 4, which authenticates requests to AWS.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 */

export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

export type UnsignedRequest = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The address; its path is encoded already, and it has no query. */
  readonly url: URL;
  /** Lowercase names. All of them are signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

/** What a signature is valid for: a service in a region. */
export type SigningScope = { readonly service: string; readonly region: string };

/** Returns the headers of a request with those that authenticate it, valid for minutes around `now`. */
export function signedHeaders(
  { method, url, headers, body }: UnsignedRequest,
  { service, region }: SigningScope,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const bodyHash = hash(body);
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
    // S3 requires this header; the other services accept it.
    'x-amz-content-sha256': bodyHash,
  };
  const names = Object.keys(signed).sort();
  const headerLines = names.map((name) => `${name}:${signed[name]?.trim().replace(/\s+/g, ' ')}\n`);
  const path = service === 's3' ? url.pathname : url.pathname.split('/').map(encode).join('/');
  const request = [method, path, '', headerLines.join(''), names.join(';'), bodyHash].join('\n');
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash(request)}`;
  const signature = hmac(signingKey(secretAccessKey, scope), text).toString('hex');
  return {
    ...signed,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

const encode = (part: string) =>
  encodeURIComponent(part).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** The keys of this process by scope, because each costs four hashes and is valid for a day. */
const keys = new Map<string, { readonly secret: string; readonly key: Buffer }>();

function signingKey(secret: string, scope: string): Buffer {
  const known = keys.get(scope);
  if (known?.secret === secret) return known.key;
  const key = scope
    .split('/')
    .reduce<string | Buffer>((parent, part) => hmac(parent, part), `AWS4${secret}`) as Buffer;
  keys.set(scope, { secret, key });
  return key;
}
