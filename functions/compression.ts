import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** Bytes from which compressing is worth it: a shorter answer fits into one packet as it is. */
const FROM_BYTES = 1_000;

/**
 * The answer compressed for who takes gzip. Functions do it themselves, because CloudFront compresses only what its cache
 * policy lets it keep, and most answers are one person's alone. Access tokens come in a header, so no other site can ask in
 * somebody's name and guess a secret from the length; what the one cookie gives is given to our own pages alone.
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

/** `gzip;q=0` is a no. */
const takesGzip = (accepted = ''): boolean =>
  accepted
    .split(',')
    .some((one) => /^\s*(gzip|\*)\s*(;.*)?$/i.test(one) && !/;\s*q=0(\.0*)?\s*$/i.test(one));
