import type { DomainEvent } from '../../domain-events.ts';
import type { Instant } from '../../time.ts';
import { REMINDER_STAGES, type ReminderStage } from '../conversations/reminder-stages.ts';
import {
  CHANNELS,
  type Channel,
  EVENT_SETTINGS,
  type EventRow,
  FIRST_LINES,
  type NotifiedEventType,
  RECEIPTS,
  REMINDERS,
  rowOf,
  STAGE_SETTINGS,
} from './event-settings.ts';
import { isQuiet, type QuietHours, quietUntil } from './quiet-hours.ts';

/* A person's notification settings, and what follows from them for an event. */

/** The name of a switch: of a channel of an event or of all reminders, of a reminder's stage, or of receipts. */
export type SwitchName =
  | `${Channel}:${NotifiedEventType}`
  | `${Channel}:reminders`
  | `reminder:${ReminderStage}`
  | 'email:receipts'
  /** Whether emails show the first lines of letters and answers. */
  | 'email:firstLines';

/** A switch that turns emails off: `email:plan.ended`. */
export type EmailSwitch = Extract<SwitchName, `email:${string}`>;

/** The settings of a person. Only switches that differ from their defaults are stored. */
export type NotificationSettings = {
  /** Counts the changes; the condition of every write. */
  readonly version: number;
  readonly switches: Readonly<Partial<Record<SwitchName, boolean>>>;
  readonly quietHours?: QuietHours;
};

/** The settings of somebody who has not changed any. */
export const DEFAULT_SETTINGS: NotificationSettings = { version: 0, switches: {} };

const rows = Object.entries(EVENT_SETTINGS).flatMap(([type, setting]) =>
  'group' in setting ? [[type as NotifiedEventType, setting as EventRow] as const] : [],
);

/** Every switch, with its default. */
export const SWITCH_DEFAULTS: ReadonlyMap<SwitchName, boolean> = new Map<SwitchName, boolean>([
  ...rows.flatMap(([type, row]) =>
    CHANNELS.flatMap((channel) => {
      const setting = row[channel];
      return setting === undefined || setting === 'always'
        ? []
        : [[`${channel}:${type}`, setting === 'on'] as const];
    }),
  ),
  ...REMINDER_STAGES.map((stage) => [`reminder:${stage}`, STAGE_SETTINGS[stage].isOn] as const),
  ...CHANNELS.map((channel) => [`${channel}:reminders`, true] as const),
  ['email:receipts', true],
  ['email:firstLines', false],
]);

export const SWITCHES: readonly SwitchName[] = [...SWITCH_DEFAULTS.keys()];

/** What a switch of emails is called in the settings. */
export function emailSwitchTitle(name: EmailSwitch): string {
  if (name === 'email:receipts') return RECEIPTS.title;
  if (name === 'email:firstLines') return FIRST_LINES.title;
  if (name === 'email:reminders') return REMINDERS.title;
  const type = name.slice('email:'.length);
  return rowOf(type as NotifiedEventType)?.title ?? type;
}

/** Whether a switch is on. */
export const isSwitchedOn = ({ switches }: NotificationSettings, name: SwitchName): boolean =>
  switches[name] ?? SWITCH_DEFAULTS.get(name) ?? false;

/** A change of some settings; what is absent stays. `quietHours`: null turns them off. */
export type SettingsChange = {
  readonly turnOn?: readonly SwitchName[] | undefined;
  readonly turnOff?: readonly SwitchName[] | undefined;
  readonly quietHours?: QuietHours | null | undefined;
};

/** The settings after a change, with the deviations from the defaults only. */
export function changedSettings(
  { version, switches, quietHours: before }: NotificationSettings,
  { turnOn = [], turnOff = [], quietHours = before ?? null }: SettingsChange,
): NotificationSettings {
  const all: [SwitchName, boolean][] = [
    ...(Object.entries(switches) as [SwitchName, boolean][]),
    ...turnOn.map((name): [SwitchName, boolean] => [name, true]),
    ...turnOff.map((name): [SwitchName, boolean] => [name, false]),
  ];
  const deviations = [...new Map(all)].filter(([name, on]) => SWITCH_DEFAULTS.get(name) !== on);
  return {
    version: version + 1,
    switches: Object.fromEntries(deviations),
    ...(quietHours && { quietHours }),
  };
}

type NotifiedEvent = Pick<DomainEvent<NotifiedEventType>, 'type' | 'detail'>;

/** The stage of a reminder; undefined for other events. */
const stageOf = ({ type, detail }: NotifiedEvent): ReminderStage | undefined =>
  type === 'conversation.expiringSoon'
    ? ((detail as DomainEvent<'conversation.expiringSoon'>['detail']).stage ?? 'HOURS_48')
    : undefined;

/** Whether a person wants to be notified of an event by a channel. */
export function wants(
  settings: NotificationSettings,
  event: NotifiedEvent,
  channel: Channel,
): boolean {
  const stage = stageOf(event);
  if (stage)
    return carries(settings, channel, stage) && isSwitchedOn(settings, `reminder:${stage}`);
  const setting = rowOf(event.type)?.[channel];
  if (setting === undefined || setting === 'always') return setting === 'always';
  return isSwitchedOn(settings, `${channel}:${switchedWith(event.type)}`);
}

/** The stages whose reminders also come by text message: their deadline is near. */
const TEXTED_STAGES: readonly ReminderStage[] = ['HOURS_48', 'HOURS_12'];

/** Whether a channel carries the reminder of a stage. */
const carries = (settings: NotificationSettings, channel: Channel, stage: ReminderStage): boolean =>
  isSwitchedOn(settings, `${channel}:reminders`) &&
  (channel !== 'text' || TEXTED_STAGES.includes(stage));

/** The switch of an event's emails; undefined for a reminder, which is switched by its stage. */
export const emailSwitchOf = (type: NotifiedEventType): EmailSwitch | undefined =>
  rowOf(type) ? `email:${switchedWith(type)}` : undefined;

/** The event whose switches an event shares. */
function switchedWith(type: NotifiedEventType): NotifiedEventType {
  const setting = EVENT_SETTINGS[type];
  return 'sameAs' in setting ? switchedWith(setting.sameAs) : type;
}

/** When a notification is sent. */
export type Delivery = 'now' | 'never' | { readonly postponedUntil: Instant };

/**
 * When a person is notified of an event by a channel. In quiet hours a notification waits until they end, unless it protects the
 * account. One that would then come after `latestAt` is sent at once, because it would be too late to act on.
 */
export function deliveryOf(
  settings: NotificationSettings,
  event: NotifiedEvent,
  channel: Channel,
  now: Instant,
  latestAt?: Instant,
): Delivery {
  if (!wants(settings, event, channel)) return 'never';
  const { quietHours } = settings;
  const row = rowOf(event.type);
  if (!quietHours || row?.[channel] === 'always' || !isQuiet(quietHours, now)) return 'now';
  if (row?.droppedInQuietHours) return 'never';
  const end = quietUntil(quietHours, now);
  return latestAt !== undefined && end > latestAt ? 'now' : { postponedUntil: end };
}
