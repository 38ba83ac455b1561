import * as z from 'zod/mini';
import { parsedJson } from '../../api/parsed-json.ts';
import { deviceStorage } from '../../api/storage.ts';

/*
 * The referral code that brought a visitor here, stored until they register or for a month. A newer code replaces an
 * older one.
 */

const KEY = 'invitation';
/** Milliseconds: 30 days. */
const REMEMBERED = 30 * 24 * 60 * 60 * 1_000;

const schema = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(40)),
  keptAt: z.number(),
});

export function storeReferral(code: string): void {
  deviceStorage.setItem(KEY, JSON.stringify({ code, keptAt: Date.now() }));
}

/** The stored code; undefined if there is none or it is too old. */
export function storedReferral(): string | undefined {
  const kept = schema.safeParse(parsedJson(deviceStorage.getItem(KEY)));
  if (!kept.success || Math.abs(Date.now() - kept.data.keptAt) > REMEMBERED) {
    clearReferral();
    return undefined;
  }
  return kept.data.code;
}

export function clearReferral(): void {
  deviceStorage.removeItem(KEY);
}
