import { createHash } from 'node:crypto';
import type { FormFields } from './form-encoding.ts';
import type { IdempotentResponse } from './records.ts';
import { Refusal } from './refusal.ts';
import type { Store } from './store.ts';

/** Stripe may delete a key after 24 hours. The emulator always does, so that no application relies on a longer time. */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

/** A hash of the parameters that does not depend on their order. */
function fingerprintOf(fields: FormFields): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(fields)))
    .digest('hex');
}

const idempotencyError = (status: number, message: string, code?: string) =>
  new Refusal(status, { type: 'idempotency_error', message, ...(code && { code }) }, false);

/**
 * Idempotency keys: the first response to a key, also an error, is repeated for 24 hours. A key that is in use, or comes
 * with different parameters, is refused. https://docs.stripe.com/api/idempotent_requests
 */
export class IdempotencyKeys {
  readonly #inUse = new Set<string>();

  constructor(
    private readonly store: Store,
    private readonly now: () => number,
  ) {}

  /** The response stored under this key, if any; otherwise the key is in use until `release`. Throws a Refusal. */
  take(key: string, path: string, fields: FormFields): IdempotentResponse | undefined {
    if (this.#inUse.has(key)) {
      const message = `There is currently another in-progress request using this Stripe Account and Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`;
      throw idempotencyError(409, message, 'idempotency_key_in_use');
    }
    const known = this.store.get('answers', key);
    if (!known || known.at + KEY_LIFETIME_MS <= this.now()) {
      this.#inUse.add(key);
      return undefined;
    }
    const otherwise = `Try using a key other than '${key}' if you meant to execute a different request.`;
    if (known.path !== path) {
      const message = `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${known.path}' vs '${path}'). ${otherwise}`;
      throw idempotencyError(400, message);
    }
    if (known.fingerprint !== fingerprintOf(fields)) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. ${otherwise}`;
      throw idempotencyError(400, message);
    }
    return known;
  }

  release(key: string): void {
    this.#inUse.delete(key);
  }

  /** Stores a response. Call it only within the transaction of its effects, so that both are stored or neither. */
  remember(answer: Omit<IdempotentResponse, 'at' | 'fingerprint'>, fields: FormFields): void {
    this.store.put('answers', answer.key, {
      ...answer,
      fingerprint: fingerprintOf(fields),
      at: this.now(),
    });
  }
}
