import {
  changedSettings,
  DEFAULT_SETTINGS,
  type NotificationSettings,
  type SettingsChange,
} from '#shared/rules/notifications/notification-settings.ts';
import { type Key, notificationSettingsKey } from '../keys.ts';
import { put, type TableReader, type TableWriter } from '../table.ts';

type StoredSettings = Key & NotificationSettings;

/** Reads the notification settings of a person: the defaults, unless they changed some. */
export async function settingsOf(
  table: TableReader,
  userId: string,
  consistency?: 'eventual',
): Promise<NotificationSettings> {
  const stored = await table.get<StoredSettings>(notificationSettingsKey(userId), consistency);
  if (!stored) return DEFAULT_SETTINGS;
  const { pk: _pk, sk: _sk, ...settings } = stored;
  return settings;
}

/**
 * Changes the notification settings of a person and returns the new ones. The write is conditional on their version, and is
 * decided again if another device changed them first, so that each keeps what the other switched.
 */
export async function changeSettings(
  table: TableWriter,
  userId: string,
  change: SettingsChange,
): Promise<NotificationSettings> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = await settingsOf(table, userId);
    const settings = changedSettings(before, change);
    const outcome = await table.write(
      put(
        { ...notificationSettingsKey(userId), ...settings },
        {
          when: { version: before.version === 0 ? undefined : before.version },
          otherwise: 'CHANGED',
        },
      ),
    );
    if (outcome === 'done') return settings;
  }
  throw new Error('notification settings change too often');
}

/** The most attempts. Only the few devices of a person change the settings, so this many conflicts are a fault. */
const ATTEMPTS = 10;
