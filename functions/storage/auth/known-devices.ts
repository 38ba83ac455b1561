import { randomBytes } from 'node:crypto';
import { DAY, type Instant, later, toSeconds } from '#shared/time.ts';
import { type Key, knownDevicesKey } from '../keys.ts';
import { hashOf } from '../limits.ts';
import { put, remove, type Step, type TableReader, type TableWriter } from '../table.ts';

/*
 * Known devices: the devices that an account has signed in on, in one item per account. A device is recognized by a random
 * token, stored as a hash. The token is not a credential: it only exempts the owner from a limit that strangers have
 * exhausted by guessing.
 */

/** The number of known devices of an account; a further one replaces the one unused for longest. */
export const KNOWN_DEVICES = 10;
/** How long a device is known after it last signed in. */
export const KNOWN_DEVICE_TIME = 180 * DAY;

type KnownDevice = { readonly hash: string; readonly usedAt: Instant };
/** `devices`: the most recently used first. */
export type KnownDevices = Key & {
  readonly devices: readonly KnownDevice[];
  readonly expiresAt: number;
};

/**
 * The hash of the token that belongs to a known device of the account; undefined if there is none. It reads the table even
 * without an account, so that the response time does not reveal whether the account exists.
 */
export async function knownDevice(
  table: TableReader,
  userId: string | undefined,
  tokens: readonly string[],
  now: Instant,
): Promise<string | undefined> {
  if (tokens.length === 0) return undefined;
  const ownerId = userId ?? 'nobody';
  const found = await table.get<KnownDevices>(knownDevicesKey(ownerId));
  const known = unexpiredDevices(found, now);
  return tokens
    .map((token) => deviceHash(ownerId, token))
    .find((hash) => known.some((device) => device.hash === hash));
}

/**
 * Runs the transaction of a sign-in, `run`, with a step that remembers the device: under the token that the device sent, if
 * the account knows it, otherwise under a new one (`isNew`). It retries when another sign-in changed the devices at the same moment.
 * If the response is lost, the new token stays unused and is dropped in time.
 */
export async function rememberDevice<Outcome extends string>(
  { table, deviceTokens, now }: DeviceContext,
  userId: string,
  run: (step: Step<'DEVICES_CHANGED'>, isNew: boolean) => Promise<Outcome | 'DEVICES_CHANGED'>,
): Promise<{ readonly outcome: Outcome; readonly deviceToken: string }> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const found = await table.get<KnownDevices>(knownDevicesKey(userId));
    const known = unexpiredDevices(found, now);
    const isKnown = (token: string) => known.some(({ hash }) => hash === deviceHash(userId, token));
    const ownToken = deviceTokens.find(isKnown);
    const deviceToken = ownToken ?? randomBytes(16).toString('base64url');
    const hash = deviceHash(userId, deviceToken);
    const others = known.filter((device) => device.hash !== hash);
    const devices = [{ hash, usedAt: now }, ...others].slice(0, KNOWN_DEVICES);
    const step = put(itemOf(userId, devices, now), {
      when: { devices: found?.devices },
      otherwise: 'DEVICES_CHANGED',
    });
    const outcome = await run(step, ownToken === undefined);
    if (outcome !== 'DEVICES_CHANGED') return { outcome, deviceToken };
  }
  throw new Error('the known devices of the account changed at every attempt');
}

type DeviceContext = {
  readonly table: TableWriter;
  readonly deviceTokens: readonly string[];
  readonly now: Instant;
};

/** The step that forgets all known devices of an account except `keep`, a result of `knownDevice`. */
export const forgetDevices = (userId: string, now: Instant, keep?: string): Step<never> =>
  keep === undefined
    ? remove(knownDevicesKey(userId))
    : put(itemOf(userId, [{ hash: keep, usedAt: now }], now));

const itemOf = (userId: string, devices: readonly KnownDevice[], now: Instant): KnownDevices => ({
  ...knownDevicesKey(userId),
  devices,
  expiresAt: toSeconds(later(now, KNOWN_DEVICE_TIME)),
});

const unexpiredDevices = (found: KnownDevices | undefined, now: Instant) =>
  (found?.devices ?? []).filter(({ usedAt }) => now < later(usedAt, KNOWN_DEVICE_TIME));

/** A fast hash is enough for 128 random bits. It includes the account, so the table does not show who shares a device. */
const deviceHash = (userId: string, token: string) => hashOf(`${userId} ${token}`);
