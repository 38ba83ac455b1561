import { type AwsError, isTransient } from '#functions/aws-errors.ts';

/** The mean pause (ms) before the second try; it doubles. */
const PAUSE = 50;

/**
 * Repeats a request as the client of the AWS SDK does: until it succeeds, all tries have failed, or it fails with an error that does
 * not pass. The SDK itself takes longer than everything else in a history.
 */
export async function withRetries<Response>(
  tries: number,
  send: () => Promise<Response>,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (fault) {
      if (attempt >= tries || !isTransient(fault as AwsError)) throw fault;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE * 2 ** attempt));
    }
  }
}
