import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * Whether a request came through CloudFront, which adds a key: around it there is no firewall, and anybody could say where
 * they call from. Where no key is set, on one machine and in tests, everything came the right way.
 */
export function cameThroughFront({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): boolean {
  const key = process.env.ORIGIN_KEY;
  return !key || headers['x-origin-key'] === key;
}
