import { createHash } from 'node:crypto';
import { DEVICES_MAX, isFresh } from '#shared/rules/notifications/devices.ts';
import { DAY, type Instant, later, SECOND, toSeconds } from '#shared/time.ts';
import { ifMissing } from '../changes.ts';
import { atMost, missingOr } from '../conditions.ts';
import {
  DEVICE_PREFIX,
  deviceClaimKey,
  deviceKey,
  devicePartition,
  type Key,
  keyOf,
  notifiedKey,
} from '../keys.ts';
import { allItems } from '../list-position.ts';
import { put, remove, type Step, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * The devices that get push notifications. An endpoint of a push service belongs to one person: a claim item holds the
 * owner, so a person who signs in on another's phone takes it over. All items are in partitions of their own, and the
 * function that sends notifications can write nothing else.
 */

/** A push subscription of a browser. */
type Subscription = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

export type Device = Key &
  Subscription & {
    /** The hash of the endpoint, as the id of the device. */
    readonly hash: string;
    /** Whether its lock screen may show names, subjects and beginnings of texts. */
    readonly showText: boolean;
    /** The session that saved it last. */
    readonly sessionId: string;
    readonly seenAt: Instant;
  };

/** The claim of an endpoint. */
export type DeviceClaim = { readonly userId: string };
type SavedDevice = Subscription & {
  readonly userId: string;
  readonly sessionId: string;
  readonly showText?: boolean | undefined;
};

export const endpointHash = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('base64url').slice(0, 32);

/**
 * Saves the device of a person for push notifications; an unchanged device is written once a day. The device is removed from
 * its previous owner. A person keeps ten devices: the one unused for longest is removed. If several people save the same
 * device at once, the last one keeps it.
 */
export async function saveDevice(
  table: TableWriter,
  saved: SavedDevice,
  now: Instant,
): Promise<void> {
  const { userId, endpoint } = saved;
  const hash = endpointHash(endpoint);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const [claim, known] = await table.getMany<DeviceClaim & Device>([
      deviceClaimKey(hash),
      deviceKey(userId, hash),
    ]);
    const owner = claim?.userId;
    // Another person saved the device after our first read. Stopping here has the result of their save after ours.
    if (attempt > 1 && owner !== undefined && owner !== userId) return;
    if (owner === userId && known && isSame(known, saved) && isFresh(known.seenAt, now)) return;
    const others = (await devicesOf(table, userId)).filter((device) => device.hash !== hash);
    const outcome = await table.transact(
      put(deviceOf(saved, known, now)),
      claimFor(userId, hash, owner),
      ...(owner !== undefined && owner !== userId ? [remove(deviceKey(owner, hash))] : []),
      ...displacedDevices(others).flatMap((device) => [
        remove(keyOf(device)),
        remove(deviceClaimKey(device.hash)),
      ]),
    );
    if (outcome === 'done') return;
    // The claim changed since it was read: try again with the current owner.
  }
  throw new Error('a device changes hands too often');
}

const ATTEMPTS = 5;

const isSame = (
  known: Device,
  { p256dh, auth, sessionId, showText = known.showText }: SavedDevice,
) =>
  known.p256dh === p256dh &&
  known.auth === auth &&
  known.sessionId === sessionId &&
  known.showText === showText;

function deviceOf(saved: SavedDevice, known: Device | undefined, now: Instant): Device {
  const { userId, endpoint, p256dh, auth, sessionId } = saved;
  const hash = endpointHash(endpoint);
  const showText = saved.showText ?? known?.showText ?? false;
  const key = deviceKey(userId, hash);
  return { ...key, hash, endpoint, p256dh, auth, sessionId, showText, seenAt: now };
}

/** `owner`: the owner as it was read. */
const claimFor = (userId: string, hash: string, owner: string | undefined): Step<'MOVED'> =>
  put({ ...deviceClaimKey(hash), userId }, { when: { userId: owner }, otherwise: 'MOVED' });

/** The devices that a new one displaces: all but the nine used most recently. */
const displacedDevices = (others: readonly Device[]): readonly Device[] =>
  [...others].sort((one, other) => other.seenAt - one.seenAt).slice(DEVICES_MAX - 1);

/** Removes a device of a person; does nothing if the device belongs to another person or to nobody. */
export async function removeDevice(
  table: TableWriter,
  userId: string,
  endpoint: string,
): Promise<void> {
  const hash = endpointHash(endpoint);
  await table.transact(
    remove(deviceKey(userId, hash)),
    remove(deviceClaimKey(hash), { when: { userId }, otherwise: 'NOT_THEIRS' }),
  );
}

/** Reads all devices of a person. */
export const devicesOf = (table: TableReader, userId: string): Promise<Device[]> =>
  allItems<Device>(table, {
    partition: devicePartition(userId),
    prefix: DEVICE_PREFIX,
    consistent: true,
  });

/** Reads the owner of an endpoint; undefined if there is none. */
export async function ownerOf(table: TableReader, endpoint: string): Promise<string | undefined> {
  return (await table.get<DeviceClaim>(deviceClaimKey(endpointHash(endpoint))))?.userId;
}

/** Removes the push devices of a session that was signed out, so that they get no more notifications. */
export async function removeDevicesOfSession(
  table: TableWriter,
  userId: string,
  sessionId: string,
): Promise<void> {
  for (const device of await devicesOf(table, userId))
    if (device.sessionId === sessionId) await removeDevice(table, userId, device.endpoint);
}

/** Longer than a delivery can take, and shorter than the pause before EventBridge repeats it. */
const CLAIM_TIME = 45 * SECOND;
/** EventBridge repeats events within hours, and the dead-letter queue within two weeks. */
const RETENTION = 15 * DAY;

/** The notification of a person about an event. */
export type Notified = {
  /** Until when a delivery is sending it; absent if none is. */
  readonly until?: Instant;
  /** The hashes of the devices that were notified, and when the first one was. */
  readonly told?: ReadonlySet<string>;
  readonly toldAt?: Instant;
  /** Epoch seconds. */
  readonly expiresAt: number;
};

/**
 * Claims the notification of a person about an event. Returns the hashes of the devices that were notified before. `BUSY`:
 * another delivery is sending it, or has crashed while sending.
 */
export async function claimNotification(
  table: TableWriter,
  eventId: string,
  userId: string,
  now: Instant,
): Promise<ReadonlySet<string> | 'BUSY'> {
  const begun = await table.change<Notified, 'BUSY'>(
    update(
      notifiedKey(eventId, userId),
      {
        set: { until: later(now, CLAIM_TIME), expiresAt: toSeconds(later(now, RETENTION)) },
      },
      { when: { until: missingOr(atMost(now)) }, otherwise: 'BUSY' },
    ),
  );
  return begun === 'BUSY' ? begun : (begun.told ?? new Set());
}

/** Whether a device of a person was notified about an event. */
export const isNotified = async (table: TableReader, eventId: string, userId: string) =>
  ((await table.get<Notified>(notifiedKey(eventId, userId)))?.told?.size ?? 0) > 0;

/** When a device of a person was first notified about an event; undefined if none was. */
export const notifiedAt = async (
  table: TableReader,
  eventId: string,
  userId: string,
): Promise<Instant | undefined> =>
  (await table.get<Notified>(notifiedKey(eventId, userId)))?.toldAt;

/** Releases the claim, and stores the devices that were notified, so that a repeated delivery skips them. */
async function releaseNotification(
  table: TableWriter,
  eventId: string,
  userId: string,
  told: readonly string[],
  now: Instant,
): Promise<void> {
  const key = notifiedKey(eventId, userId);
  await table.write(
    told.length > 0
      ? update(key, {
          set: { toldAt: ifMissing(now) },
          remove: ['until'],
          add: { told: new Set(told) },
        })
      : update(key, { remove: ['until'] }),
  );
}

/** The capability `devices`: the functions of this file, and no other access to the table. */
export type Devices = ReturnType<typeof deviceStore>;

export const deviceStore = (table: TableWriter) => ({
  save: (saved: SavedDevice, now: Instant) => saveDevice(table, saved, now),
  remove: (userId: string, endpoint: string) => removeDevice(table, userId, endpoint),
  of: (userId: string) => devicesOf(table, userId),
  claimNotification: (eventId: string, userId: string, now: Instant) =>
    claimNotification(table, eventId, userId, now),
  releaseNotification: (eventId: string, userId: string, told: readonly string[], now: Instant) =>
    releaseNotification(table, eventId, userId, told, now),
});
