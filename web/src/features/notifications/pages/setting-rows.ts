import {
  CHANNELS,
  type Channel,
  type ChannelSetting,
  EVENT_SETTINGS,
  type Group,
  RECEIPTS,
  REMINDERS,
} from '#shared/rules/notifications/event-settings.ts';
import type { SwitchName } from '#shared/rules/notifications/notification-settings.ts';

/* The rows of the notification settings. docs/product/notifications.md#settings */

/** A row: an event, all reminders, or the receipts. A channel that is absent never carries it. */
export type SettingRow = {
  readonly title: string;
  readonly hint?: string;
  readonly channels: Readonly<Partial<Record<Channel, { readonly name?: SwitchName }>>>;
};

/** The channels of a row with the names of their switches; one without a name cannot be switched off. */
function channelsOf(
  of: string,
  settings: Readonly<Partial<Record<Channel, ChannelSetting>>>,
): SettingRow['channels'] {
  const entries = CHANNELS.flatMap((channel) => {
    const setting = settings[channel];
    if (setting === undefined) return [];
    return [[channel, setting === 'always' ? {} : { name: `${channel}:${of}` as SwitchName }]];
  });
  return Object.fromEntries(entries);
}

/** The rows of a group, with the reminders among the deadlines and the receipts among the money. */
export function rowsOf(group: Group): SettingRow[] {
  const rows = Object.entries(EVENT_SETTINGS).flatMap(([type, setting]): SettingRow[] =>
    'group' in setting && setting.group === group
      ? [{ title: setting.title, channels: channelsOf(type, setting) }]
      : [],
  );
  if (group === 'deadlines')
    rows.unshift({
      title: REMINDERS.title,
      channels: channelsOf('reminders', { push: 'on', email: 'on', text: 'on' }),
    });
  if (group === 'money')
    rows.push({ ...RECEIPTS, channels: channelsOf('receipts', { email: 'on' }) });
  return rows;
}

/** The switches of a channel in several rows. */
export const switchesOf = (rows: readonly SettingRow[], channel: Channel): SwitchName[] =>
  rows.flatMap(({ channels }) => channels[channel]?.name ?? []);
