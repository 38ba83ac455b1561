import { REMINDER_STAGES } from '../../../../../shared/rules/conversations/reminder-stages.ts';
import {
  CHANNELS,
  type Channel,
  EVENT_SETTINGS,
  type EventRow,
  GROUPS,
  type Group,
  type NotifiedEventType,
  RECEIPTS,
  REMINDERS,
  STAGE_SETTINGS,
} from '../../../../../shared/rules/notifications/event-settings.ts';
import type { SwitchName } from '../../../../../shared/rules/notifications/notification-settings.ts';
import { paths } from '../../../paths.ts';
import { TextLink } from '../../../shell/TextLink.tsx';
import { CellSwitch, Switch } from '../../../ui/Switch.tsx';
import { NotSavedWords } from './NotSavedWords.tsx';
import { Part } from './Part.tsx';
import type { SettingChanges } from './use-setting-changes.ts';

const GROUP_TITLES: Readonly<Record<Group, string>> = {
  letters: 'A letter for you',
  answers: 'An answer to you',
  money: 'Your money',
  deadlines: 'Time is running out',
  chat: 'Chat',
  account: 'Account',
};

const CHANNEL_TITLES: Readonly<Record<Channel, string>> = {
  push: 'Device',
  email: 'Email',
  text: 'Text',
};

type Row = EventRow & { readonly type: NotifiedEventType };

const rowsOf = (group: Group): Row[] =>
  Object.entries(EVENT_SETTINGS).flatMap(([type, setting]) =>
    'group' in setting && setting.group === group
      ? [{ ...setting, type: type as NotifiedEventType }]
      : [],
  );

/* The events by group, with a switch for each channel. The reminders belong to the paid messages. */
export function EventTables({ changes }: { changes: SettingChanges }) {
  return (
    <>
      <p className="text-soft">
        “Device” is each device on which you turned notifications on. An email comes to{' '}
        <TextLink to={paths.email()}>your address</TextLink>, for messages and orders only if no
        device of yours gets the notification. We text you only if no device and no email address
        gets it.
      </p>
      {GROUPS.map((group) => (
        <Part key={group} title={GROUP_TITLES[group]}>
          <EventTable group={group} changes={changes} />
          {group === 'deadlines' && <Reminders changes={changes} />}
        </Part>
      ))}
      <Part title="By email only">
        <Switches switches={EMAIL_SWITCHES} changes={changes} />
      </Part>
    </>
  );
}

type NamedSwitch = {
  readonly name: SwitchName;
  readonly title: string;
  readonly hint?: string | undefined;
};

const EMAIL_SWITCHES: readonly NamedSwitch[] = [{ name: 'email:receipts', ...RECEIPTS }];
const REMINDER_CHANNELS = CHANNELS.map(
  (channel): NamedSwitch => ({
    name: `${channel}:reminders`,
    title: `${REMINDERS.title}, ${CHANNEL_TITLES[channel]}`,
  }),
);
const REMINDER_SWITCHES = REMINDER_STAGES.map(
  (stage): NamedSwitch => ({ name: `reminder:${stage}`, ...STAGE_SETTINGS[stage] }),
);

type SwitchesProps = { switches: readonly NamedSwitch[]; changes: SettingChanges };

function Switches({ switches, changes }: SwitchesProps) {
  return (
    <div className="divide-y divide-rule">
      {switches.map(({ name, title, hint }) => (
        <div key={name}>
          <Switch
            label={title}
            hint={hint}
            checked={changes.shown.on.includes(name)}
            onCheckedChange={(on) => changes.flip(name, on)}
          />
          <NotSavedWords notSaved={changes.notSaved} about={[name]} />
        </div>
      ))}
    </div>
  );
}

function EventTable({ group, changes }: { group: Group; changes: SettingChanges }) {
  const rows = rowsOf(group);
  const channels = CHANNELS.filter((channel) => rows.some((row) => row[channel] !== undefined));
  return (
    // With very large letters the table scrolls by itself, and the page does not. `relative`: nor do its texts for screen readers.
    <div className="relative -mx-2 overflow-x-auto px-2">
      <table className="w-full">
        <caption className="sr-only">{GROUP_TITLES[group]}</caption>
        <thead>
          <tr className="text-[0.875rem] text-soft">
            <td />
            {channels.map((channel) => (
              <th
                key={channel}
                scope="col"
                className="w-14 text-center font-normal min-[30rem]:w-16"
              >
                {CHANNEL_TITLES[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-rule">
          {rows.map((row) => (
            <EventCells key={row.type} row={row} channels={channels} changes={changes} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type EventCellsProps = { row: Row; channels: readonly Channel[]; changes: SettingChanges };

function EventCells({ row, channels, changes }: EventCellsProps) {
  const names = channels.map((channel): SwitchName => `${channel}:${row.type}`);
  return (
    <tr>
      <th scope="row" className="py-2 pr-3 text-left font-medium text-[0.9375rem] leading-snug">
        {row.title}
        <NotSavedWords notSaved={changes.notSaved} about={names} />
      </th>
      {channels.map((channel) => (
        <td key={channel} className="py-1 text-center">
          <Cell row={row} channel={channel} changes={changes} />
        </td>
      ))}
    </tr>
  );
}

type CellProps = { row: Row; channel: Channel; changes: SettingChanges };

function Cell({ row, channel, changes }: CellProps) {
  const setting = row[channel];
  const name: SwitchName = `${channel}:${row.type}`;
  if (setting === undefined) return <span className="sr-only">never</span>;
  if (setting === 'always') return <span className="text-[0.875rem] text-soft">Always</span>;
  return (
    <CellSwitch
      label={`${row.title}, ${CHANNEL_TITLES[channel]}`}
      checked={changes.shown.on.includes(name)}
      onCheckedChange={(on) => changes.flip(name, on)}
    />
  );
}

function Reminders({ changes }: { changes: SettingChanges }) {
  return (
    <div className="pt-3">
      <h3 className="font-semibold">Reminders to answer</h3>
      <p className="text-[0.875rem] text-soft">
        For each paid letter that you haven’t answered. Only those that you ask for come.
      </p>
      <Switches switches={[...REMINDER_SWITCHES, ...REMINDER_CHANNELS]} changes={changes} />
    </div>
  );
}
