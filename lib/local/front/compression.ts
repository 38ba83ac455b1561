import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html */
const LEAST_BYTES = 1_000;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The headers and the body of a response as they are sent. */
export type SentResponse = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/**
 * Encodes the body of a function's response, and compresses it if CloudFront would: it compresses what it may cache and
 * is not compressed yet. A response to one person stays as it is.
 */
export function sentResponse(
  { body = '', headers = {}, isBase64Encoded }: APIGatewayProxyStructuredResultV2,
  accepted: string | readonly string[] = '',
): SentResponse {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const isShared = /\bs-maxage=[1-9]/.test(String(headers['cache-control'] ?? ''));
  const isEncoded = headers['content-encoding'] !== undefined;
  const encoding =
    isShared && !isEncoded && bytes.length >= LEAST_BYTES && encodingFor(String(accepted));
  if (!encoding) return { headers: { 'content-length': String(bytes.length) }, body: bytes };
  const compressed = encoding === 'br' ? brotliCompressSync(bytes, QUALITY) : gzipSync(bytes);
  return {
    headers: {
      'content-encoding': encoding,
      vary: [headers.vary, 'accept-encoding'].filter(Boolean).join(', '),
      'content-length': String(compressed.length),
    },
    body: compressed,
  };
}

const encodingFor = (accepted: string) =>
  (['br', 'gzip'] as const).find((encoding) =>
    accepted.split(',').some((offered) => offered.trim() === encoding),
  );
