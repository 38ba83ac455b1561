import aws4, { type Request } from 'aws4';

export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

export type UnsignedRequest = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The address; its path is encoded already, and it has no query. */
  readonly url: URL;
  /** Lowercase names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

/** The scope of a signature: a service in a region. */
export type SigningScope = { readonly service: string; readonly region: string };

/** A request for an object that a browser can make without further headers. */
export type SignedLink = {
  /** The address; its path is encoded already, and it has no query. */
  readonly url: URL;
  readonly query: Readonly<Record<string, string>>;
  /** How long the link is valid. */
  readonly seconds: number;
};

/** Returns the address of a GET request that is authenticated by its query (Signature Version 4). */
export function signedLink(
  { url, query, seconds }: SignedLink,
  scope: SigningScope,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  now: Date,
): string {
  const parameters = new URLSearchParams({
    ...query,
    'X-Amz-Date': now.toISOString().replace(/[-:]|\.\d+/g, ''),
    'X-Amz-Expires': String(seconds),
  });
  const request: Request = {
    ...{ ...scope, method: 'GET', host: url.host, signQuery: true },
    path: `${url.pathname}?${parameters}`,
  };
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  return `${url.origin}${aws4.sign(request, credentials).path}`;
}

/** Returns the headers of a request with those that authenticate it (Signature Version 4), valid for minutes around `now`. */
export function signedHeaders(
  { method, url, headers, body }: UnsignedRequest,
  scope: SigningScope,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  now: Date,
): Record<string, string> {
  const date = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const request: Request = {
    ...{ ...scope, method, body: body as string, host: url.host, path: url.pathname },
    headers: { ...headers, host: url.host, 'x-amz-date': date },
  };
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  return aws4.sign(request, credentials).headers as Record<string, string>;
}
