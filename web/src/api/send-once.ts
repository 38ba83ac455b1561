import { useState } from 'react';
import { ApiRefusal, type CallOptions, isRefusal, OUTCOME_UNKNOWN } from './client.ts';
import { deviceStorage } from './storage.ts';

/*
 * Keeps the Idempotency-Key of a form until the outcome is known. After a lost response, a second press or a reload
 * sends the same key, and the server answers as it did the first time.
 */

export type SendOnce = {
  /**
   * Calls with the form's key. Throws what the call throws, or an error that says that an earlier attempt had
   * arrived.
   */
  send<Result>(call: (options: CallOptions) => Promise<Result>): Promise<Result>;
  /** The key of the next attempt, which is kept for it. */
  key(): string;
  /** Whether the form was sent and nobody knows if it arrived. */
  isUnanswered(): boolean;
};

const PREFIX = 'idempotencyKey_';

const ARRIVED_BEFORE =
  'Your first attempt did go through, with the text you had then. Your changes since then weren’t sent.';

/** The sender of a form. `draft` names the draft in the browser's storage, beside which the key survives a reload. */
export function useSendOnce(draft?: string): SendOnce {
  const [once] = useState(() => sendOnce(keyPlace(draft)));
  return once;
}

/** The sender of a form outside React; `place` stores the key. */
export function sendOnce(place: KeyPlace): SendOnce {
  const key = () => {
    const kept = place.read() ?? crypto.randomUUID();
    place.keep(kept);
    return kept;
  };
  return {
    key,
    async send(call) {
      const idempotencyKey = key();
      try {
        const result = await call({ idempotencyKey });
        place.forget();
        return result;
      } catch (error) {
        if (isRefusal(error) && 'Idempotency-Key' in error.fields) {
          place.forget();
          throw new ApiRefusal('WRONG_STATUS', ARRIVED_BEFORE);
        }
        if (isRefusal(error) && !isRefusal(error, ...OUTCOME_UNKNOWN, 'INVALID_INPUT'))
          place.forget();
        throw error;
      }
    },
    isUnanswered: () => place.read() !== undefined,
  };
}

type KeyPlace = {
  read(): string | undefined;
  keep(key: string): void;
  forget(): void;
};

/** The storage of a form's key: beside its draft, otherwise in memory. */
export function keyPlace(draft: string | undefined): KeyPlace {
  const name = draft === undefined ? undefined : `${PREFIX}${draft}`;
  let known: string | undefined = (name && deviceStorage.getItem(name)) ?? undefined;
  return {
    read: () => known,
    keep(key) {
      known = key;
      if (name) deviceStorage.setItem(name, key);
    },
    forget() {
      known = undefined;
      if (name) deviceStorage.removeItem(name);
    },
  };
}
