import { useState } from 'react';
import { timeZoneHere } from '#web/api/time-zone.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { NotSavedWords } from './NotSavedWords.tsx';
import type { Settings } from './settings-queries.ts';
import type { SettingChanges } from './use-setting-changes.ts';

type Hours = NonNullable<Settings['quietHours']>;
type Times = Pick<Hours, 'from' | 'to'>;

const FIRST_TIMES: Times = { from: '22:00', to: '07:00' };

/* The hours in which notifications wait. docs/product/notifications.md#quiet-hours */
export function QuietHours({ changes }: { changes: SettingChanges }) {
  const { shown, saveQuietHours } = changes;
  const hours = shown.quietHours;
  const turn = (on: boolean) =>
    saveQuietHours(on ? { ...FIRST_TIMES, timeZone: timeZoneHere() } : null);
  return (
    <div className="grid gap-3">
      <Switch
        label="Quiet hours"
        hint="Notifications and text messages wait until they end. You won’t be notified of chat messages during this time. They’re in the app."
        checked={hours !== null}
        onCheckedChange={turn}
      />
      {hours && <HoursFields hours={hours} onSave={saveQuietHours} />}
      <NotSavedWords notSaved={changes.notSaved} about={['quietHours']} />
    </div>
  );
}

type HoursFieldsProps = { hours: Hours; onSave: (hours: Hours) => void };

function HoursFields({ hours, onSave }: HoursFieldsProps) {
  // Typed text that cannot be saved: a time that is not complete, or the same as the other one.
  const [typed, setTyped] = useState<Partial<Times>>({});
  const times: Times = { from: hours.from, to: hours.to, ...typed };
  const error = errorOf(times);
  function type(change: Partial<Times>): void {
    const next = { ...times, ...change };
    const isComplete = errorOf(next) === undefined;
    setTyped(isComplete ? {} : { ...typed, ...change });
    if (isComplete) onSave({ ...next, timeZone: hours.timeZone });
  }
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Field label="From">
          <TextInput
            type="time"
            value={times.from}
            onChange={({ currentTarget }) => type({ from: currentTarget.value })}
          />
        </Field>
        <Field label="Until" error={error}>
          <TextInput
            type="time"
            value={times.to}
            onChange={({ currentTarget }) => type({ to: currentTarget.value })}
          />
        </Field>
      </div>
      <TimeZone hours={hours} onSave={onSave} />
      <p className="text-[0.875rem] text-soft">
        A reminder that would come less than two hours before the deadline doesn’t wait.
      </p>
    </div>
  );
}

function TimeZone({ hours, onSave }: HoursFieldsProps) {
  const here = timeZoneHere();
  return (
    <div className="grid gap-2">
      <p>
        In the time zone <strong className="font-semibold">{zoneWords(hours.timeZone)}</strong>
      </p>
      {here !== hours.timeZone && (
        <Button variant="quiet" size="md" onClick={() => onSave({ ...hours, timeZone: here })}>
          Use {zoneWords(here)}, as on this device
        </Button>
      )}
    </div>
  );
}

const zoneWords = (timeZone: string) => timeZone.replaceAll('_', ' ');

function errorOf({ from, to }: Times): string | undefined {
  if (from === '' || to === '') return 'Please choose both times';
  return from === to ? 'Please choose another time than the first' : undefined;
}
