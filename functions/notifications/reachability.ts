import type { Instant } from '#shared/time.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { savedInEndedSessions } from '../storage/auth/sessions.ts';
import { devicesOf } from '../storage/notifications/devices.ts';
import type { TableReader } from '../storage/table.ts';

/**
 * Returns an account, and whether it has a device that gets push notifications. Devices whose session was ended do not
 * count.
 */
export async function readReachability(
  table: TableReader,
  userId: string,
  now: Instant,
): Promise<{ readonly user: User | undefined; readonly reached: boolean }> {
  const devices = await devicesOf(table, userId);
  if (devices.length === 0) return { user: await userById(table, userId, now), reached: false };
  const { user, ended } = await savedInEndedSessions(table, userId, devices, now);
  return { user, reached: devices.length > ended.length };
}
