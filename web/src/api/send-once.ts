import { useState } from 'react';
import type { RefusalCode } from '../../../shared/refusals.ts';
import { ApiRefusal, type CallOptions, isRefusal } from './client.ts';

/*
 * What a form creates is created once. Its Idempotency-Key is kept until the outcome is known: a lost reply and a second
 * press, or a reload, ask for the same thing again and are answered as the first time.
 */

export type SendOnce = {
  /** Calls with the form's key. Throws what the call throws, with a sentence of its own where an earlier press had arrived after all. */
  send<Result>(call: (options: CallOptions) => Promise<Result>): Promise<Result>;
  /** Whether it was sent, and nobody knows whether it arrived. */
  isUnanswered(): boolean;
};

const PREFIX = 'idempotencyKey_';

/** After these nobody knows whether an earlier press arrived: not even a bad input was held against it. */
const TELLS_NOTHING: readonly RefusalCode[] = [
  'UNAVAILABLE',
  'INTERNAL',
  'UNAUTHENTICATED',
  'TOO_MANY_REQUESTS',
  'INVALID_INPUT',
];

const ARRIVED_BEFORE =
  'Your first try arrived after all, as you wrote it then. What stands here now was not sent.';

/** The one sending of a form. `draft`: names what is kept in the browser, where the words of the form survive a reload. */
export function useSendOnce(draft?: string): SendOnce {
  const [once] = useState(() => sendOnce(keyPlace(draft)));
  return once;
}

/** The same outside of a component; `place` keeps the key. */
export function sendOnce(place: KeyPlace): SendOnce {
  return {
    async send(call) {
      const idempotencyKey = place.read() ?? crypto.randomUUID();
      place.keep(idempotencyKey);
      try {
        const result = await call({ idempotencyKey });
        place.forget();
        return result;
      } catch (error) {
        if (isRefusal(error) && 'Idempotency-Key' in error.fields) {
          place.forget();
          throw new ApiRefusal('WRONG_STATUS', ARRIVED_BEFORE);
        }
        if (isRefusal(error) && !TELLS_NOTHING.includes(error.code)) place.forget();
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

/** Where the key of a form is kept: beside its draft, else as long as the form is open. */
export function keyPlace(draft: string | undefined): KeyPlace {
  const name = draft === undefined ? undefined : `${PREFIX}${draft}`;
  let known: string | undefined = name && stored(name);
  return {
    read: () => known,
    keep(key) {
      known = key;
      if (name) store(name, key);
    },
    forget() {
      known = undefined;
      if (name) store(name, undefined);
    },
  };
}

function stored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

function store(name: string, key: string | undefined): void {
  try {
    if (key === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, key);
  } catch {
    // Without storage the key lives as long as the form.
  }
}
