import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** The smallest body that is compressed: a shorter one fits into one packet as it is. */
const FROM_BYTES = 1_000;

/**
 * Compresses an answer if the client accepts gzip. Functions do this because CloudFront compresses only cacheable answers,
 * and most of ours are private. Compression cannot leak secrets by length (BREACH): access tokens are sent in a header,
 * so another site cannot make authenticated requests, and the refresh cookie is accepted only from our own origin.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html
 */
export function compressed(
  answer: APIGatewayProxyStructuredResultV2,
  acceptEncoding: string | undefined,
): APIGatewayProxyStructuredResultV2 {
  const { body = '', headers = {} } = answer;
  if (answer.isBase64Encoded || Buffer.byteLength(body) < FROM_BYTES) return answer;
  const vary = [headers.vary, 'accept-encoding'].filter(Boolean).join(', ');
  if (!takesGzip(acceptEncoding)) return { ...answer, headers: { ...headers, vary } };
  return {
    ...answer,
    headers: { ...headers, vary, 'content-encoding': 'gzip' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
}

/** Whether the client accepts gzip; `gzip;q=0` refuses it. */
const takesGzip = (accepted = ''): boolean =>
  accepted
    .split(',')
    .some((one) => /^\s*(gzip|\*)\s*(;.*)?$/i.test(one) && !/;\s*q=0(\.0*)?\s*$/i.test(one));
