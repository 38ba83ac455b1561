import type { Exchange } from './client.ts';
import { type AwsService, sendToAws } from './request.ts';

/** The JSON protocol of AWS. `target`: the prefix of an operation in the header X-Amz-Target. */
export const jsonExchange =
  (service: AwsService, target: string, version: '1.0' | '1.1'): Exchange =>
  async (operation, input) => {
    const { body } = await sendToAws(service, {
      method: 'POST',
      path: '/',
      headers: {
        'content-type': `application/x-amz-json-${version}`,
        'x-amz-target': `${target}.${operation}`,
      },
      body: JSON.stringify(input),
    });
    return body.length === 0 ? {} : JSON.parse(body.toString('utf8'));
  };
