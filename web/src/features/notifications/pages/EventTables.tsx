import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { plural } from '#shared/messages/plural.ts';
import { REMINDER_STAGES } from '#shared/rules/conversations/reminder-stages.ts';
import {
  CHANNELS,
  type Channel,
  type Group,
  KINDS,
  type Kind,
  STAGE_SETTINGS,
} from '#shared/rules/notifications/event-settings.ts';
import type { SwitchName } from '#shared/rules/notifications/notification-settings.ts';
import { CellBox } from '#web/ui/CellBox.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { NotSavedWords } from './NotSavedWords.tsx';
import { rowsOf, type SettingRow, switchesOf } from './setting-rows.ts';
import type { SettingChanges } from './use-setting-changes.ts';

const KIND_TITLES: Readonly<Record<Kind, { readonly title: string; readonly hint: string }>> = {
  letters: { title: 'A letter for you', hint: 'Paid letters and what follows' },
  answers: { title: 'An answer to you', hint: 'Answers, questions, replies' },
  money: { title: 'Your money', hint: 'Refunds, claims, payouts, plan' },
  deadlines: { title: 'Time is running out', hint: 'Reminders and claims to respond to' },
};

const CHANNEL_TITLES: Readonly<Record<Channel, string>> = {
  push: 'Push',
  email: 'Email',
  text: 'Text',
};

type WithChanges = { readonly changes: SettingChanges };

/* The four kinds of events with a box for each channel, and their details folded below. */
export function KindTable({ changes }: WithChanges) {
  return (
    <SettingTable title="What for" channels={CHANNELS}>
      {KINDS.map((kind) => (
        <KindRows key={kind} kind={kind} changes={changes} />
      ))}
    </SettingTable>
  );
}

/* The events of a group that has no kind, with a box for each channel. */
export function GroupTable({ group, changes }: WithChanges & { group: Group }) {
  const rows = rowsOf(group);
  const channels = CHANNELS.filter((channel) => rows.some((row) => row.channels[channel]));
  return (
    <SettingTable title={group === 'chat' ? 'Chat' : 'Account'} channels={channels} isTitleHidden>
      <tbody className="divide-y divide-rule">
        {rows.map((row) => (
          <DetailRow key={row.title} row={row} channels={channels} changes={changes} />
        ))}
      </tbody>
    </SettingTable>
  );
}

type SettingTableProps = {
  title: string;
  channels: readonly Channel[];
  isTitleHidden?: boolean;
  children: ReactNode;
};

function SettingTable({ title, channels, isTitleHidden = false, children }: SettingTableProps) {
  return (
    // With very large letters the table scrolls by itself, and the page does not. `relative`: nor do its texts for screen readers.
    <div className="relative -mx-2 overflow-x-auto px-2">
      <table className="w-full">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-[0.875rem] text-soft">
            <td>
              {!isTitleHidden && (
                <span aria-hidden className="font-serif text-ink text-xl">
                  {title}
                </span>
              )}
            </td>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="w-12 text-center font-normal">
                {CHANNEL_TITLES[channel]}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

function KindRows({ kind, changes }: WithChanges & { kind: Kind }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const rows = rowsOf(kind);
  const { title, hint } = KIND_TITLES[kind];
  const stages = kind === 'deadlines' ? REMINDER_STAGES.length : 0;
  const names = CHANNELS.flatMap((channel) => switchesOf(rows, channel));
  return (
    <tbody className="border-rule border-t">
      <tr>
        <th scope="row" className="py-2 pr-3 text-left align-top font-normal">
          <span className="block font-semibold text-[0.9375rem] leading-snug">{title}</span>
          <span className="block text-[0.875rem] text-soft leading-snug">{hint}</span>
          {!isOpen && <NotSavedWords notSaved={changes.notSaved} about={names} />}
        </th>
        {CHANNELS.map((channel) => (
          <td key={channel} className="py-1 text-center align-top">
            <KindBox
              label={`${title}, ${CHANNEL_TITLES[channel]}`}
              names={switchesOf(rows, channel)}
              changes={changes}
            />
          </td>
        ))}
      </tr>
      <tr>
        <td colSpan={CHANNELS.length + 1}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={`${detailWords(rows.length + stages)}, ${title}`}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-11 items-center gap-1 font-semibold text-[0.875rem] text-soft"
          >
            {detailWords(rows.length + stages)}
            <ChevronDown
              aria-hidden
              className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`}
            />
          </button>
        </td>
      </tr>
      {isOpen &&
        rows.map((row, index) => (
          <DetailRow
            key={row.title}
            id={index === 0 ? id : undefined}
            row={row}
            channels={CHANNELS}
            changes={changes}
          />
        ))}
      {isOpen && stages > 0 && (
        <tr>
          <td colSpan={CHANNELS.length + 1} className="pb-3 pl-4">
            <Stages changes={changes} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

const detailWords = (count: number) => plural(count, { one: '1 detail', other: '# details' });

type KindBoxProps = WithChanges & { label: string; names: readonly SwitchName[] };

/* The box of a kind and a channel: a dash if its details differ. */
function KindBox({ label, names, changes }: KindBoxProps) {
  const on = names.filter((name) => changes.shown.on.includes(name)).length;
  return (
    <CellBox
      label={label}
      checked={on === names.length ? true : on > 0 && 'mixed'}
      onCheckedChange={(checked) => changes.flipAll(names, checked)}
    />
  );
}

type DetailRowProps = WithChanges & {
  id?: string | undefined;
  row: SettingRow;
  channels: readonly Channel[];
};

function DetailRow({ id, row, channels, changes }: DetailRowProps) {
  const names = channels.flatMap((channel) => switchesOf([row], channel));
  return (
    <tr id={id}>
      <th
        scope="row"
        className="py-1 pr-3 pl-4 text-left font-medium text-[0.9375rem] leading-snug"
      >
        {row.title}
        {row.hint && (
          <span className="block font-normal text-[0.875rem] text-soft">{row.hint}</span>
        )}
        <NotSavedWords notSaved={changes.notSaved} about={names} />
      </th>
      {channels.map((channel) => (
        <td key={channel} className="text-center">
          <DetailCell row={row} channel={channel} changes={changes} />
        </td>
      ))}
    </tr>
  );
}

type DetailCellProps = WithChanges & { row: SettingRow; channel: Channel };

function DetailCell({ row, channel, changes }: DetailCellProps) {
  const carried = row.channels[channel];
  if (!carried) return <span className="sr-only">never</span>;
  const { name } = carried;
  if (!name) return <span className="text-[0.875rem] text-soft">Always</span>;
  return (
    <CellBox
      label={`${row.title}, ${CHANNEL_TITLES[channel]}`}
      checked={changes.shown.on.includes(name)}
      onCheckedChange={(on) => changes.flip(name, on)}
    />
  );
}

/* When the reminders come. */
function Stages({ changes }: WithChanges) {
  return (
    <div className="divide-y divide-rule">
      {REMINDER_STAGES.map((stage) => (
        <div key={stage}>
          <Switch
            label={STAGE_SETTINGS[stage].title}
            checked={changes.shown.on.includes(`reminder:${stage}`)}
            onCheckedChange={(on) => changes.flip(`reminder:${stage}`, on)}
          />
          <NotSavedWords notSaved={changes.notSaved} about={[`reminder:${stage}`]} />
        </div>
      ))}
    </div>
  );
}
