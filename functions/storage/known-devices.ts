import { createHash, randomBytes } from 'node:crypto';
import { DAY, type Instant, later, toSeconds } from '../../shared/time.ts';
import { type Key, knownDevicesKey } from './keys.ts';
import { put, remove, type Step, type TableReader, type TableWriter } from './table.ts';

/*
 * Known devices: those that an account was signed in on, one item an account. Of a device it holds the hash of a random
 * token, which is no credential: where others exhausted a limit by guessing, it spares the owner the wait.
 */

/** Devices of one account; a further one takes the place of the one that was unused for longest. */
export const KNOWN_DEVICES = 10;
/** How long a device is known after it last signed in. */
export const KNOWN_DEVICE_TIME = 180 * DAY;

type KnownDevice = { readonly hash: string; readonly usedAt: Instant };
/** `devices`: the last used first. */
type KnownDevices = Key & { readonly devices: readonly KnownDevice[]; readonly expiresAt: number };

/**
 * The device of the account that one of these tokens is of, by a name for its limits; undefined where there is none. It
 * reads as much for an account that does not exist, so that the time does not say so.
 */
export async function knownDevice(
  table: TableReader,
  userId: string | undefined,
  tokens: readonly string[],
  now: Instant,
): Promise<string | undefined> {
  if (tokens.length === 0) return undefined;
  const whose = userId ?? 'nobody';
  const found = await table.get<KnownDevices>(knownDevicesKey(whose));
  const known = stillKnown(found, now);
  return tokens
    .map((token) => hashOf(whose, token))
    .find((hash) => known.some((device) => device.hash === hash));
}

/**
 * Runs a transaction that signs somebody in, with the step that remembers the device: by the token that it sent, where the
 * account knows it, or by a new one. Once more where another sign-in changed the devices in the same moment. An answer that
 * is lost leaves a token that nobody has; it goes like any other that is unused.
 */
export async function rememberingDevice<Outcome extends string>(
  { table, deviceTokens, now }: Desk,
  userId: string,
  run: (step: Step<'DEVICES_CHANGED'>) => Promise<Outcome | 'DEVICES_CHANGED'>,
): Promise<{ readonly outcome: Outcome; readonly deviceToken: string }> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const found = await table.get<KnownDevices>(knownDevicesKey(userId));
    const known = stillKnown(found, now);
    const isKnown = (token: string) => known.some(({ hash }) => hash === hashOf(userId, token));
    const deviceToken = deviceTokens.find(isKnown) ?? randomBytes(16).toString('base64url');
    const hash = hashOf(userId, deviceToken);
    const others = known.filter((device) => device.hash !== hash);
    const devices = [{ hash, usedAt: now }, ...others].slice(0, KNOWN_DEVICES);
    const unchanged = found
      ? { when: '#devices = :read', values: { read: found.devices } }
      : { when: 'attribute_not_exists(#pk)' };
    const step = put(itemOf(userId, devices, now), { ...unchanged, otherwise: 'DEVICES_CHANGED' });
    const outcome = await run(step);
    if (outcome !== 'DEVICES_CHANGED') return { outcome, deviceToken };
  }
  throw new Error('the devices of the account changed again and again');
}

type Desk = {
  readonly table: TableWriter;
  readonly deviceTokens: readonly string[];
  readonly now: Instant;
};

/** Forgets the devices of an account, but `keep`, as `knownDevice` names it. Part of what changes its password. */
export const forgetDevices = (userId: string, now: Instant, keep?: string): Step<never> =>
  keep === undefined
    ? remove(knownDevicesKey(userId))
    : put(itemOf(userId, [{ hash: keep, usedAt: now }], now));

const itemOf = (userId: string, devices: readonly KnownDevice[], now: Instant): KnownDevices => ({
  ...knownDevicesKey(userId),
  devices,
  expiresAt: toSeconds(later(now, KNOWN_DEVICE_TIME)),
});

const stillKnown = (found: KnownDevices | undefined, now: Instant) =>
  (found?.devices ?? []).filter(({ usedAt }) => now < later(usedAt, KNOWN_DEVICE_TIME));

/** 128 random bits need no slow hash. With the account in it, nobody sees in the table which accounts share a device. */
const hashOf = (userId: string, token: string) =>
  createHash('sha256').update(`${userId} ${token}`).digest('base64url').slice(0, 22);
