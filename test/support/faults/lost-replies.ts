import { randomUUID } from 'node:crypto';

/* A reply that never reaches the caller. */

/** What the product said: first without being heard, and then to the repeated call. */
type Repeated<Result> = { readonly lost: Result; readonly result: Result };

/**
 * Makes a call whole, loses its reply, and repeats the same call with the same Idempotency-Key, as the clients of the product do. Fails
 * if the first call is refused, because then no reply was lost.
 */
export async function losingTheReply<Result>(
  call: (key: string) => Promise<Result>,
): Promise<Repeated<Result>> {
  const key = randomUUID();
  const lost = await call(key);
  return { lost, result: await call(key) };
}
