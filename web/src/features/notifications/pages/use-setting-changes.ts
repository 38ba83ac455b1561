import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { updateNotificationSettings } from '#shared/api/notification-settings.ts';
import type { Input, Output } from '#shared/api/operation.ts';
import type { SwitchName } from '#shared/rules/notifications/notification-settings.ts';
import { call, isRefusal, LostResponse } from '#web/api/client.ts';
import { queryClient } from '#web/api/queries.ts';
import { notificationQueries, type Settings } from './settings-queries.ts';

/** A change that the server has not answered: shown as if it were saved. `about`: the switches, or the quiet hours. */
type Pending = {
  readonly id: number;
  readonly about: readonly About[];
  readonly shown: Partial<Settings>;
};
export type About = SwitchName | 'quietHours';

/** Why the last change was not saved. */
export type NotSaved = { readonly about: readonly About[]; readonly words: string };

export type SettingChanges = {
  readonly shown: Settings;
  readonly notSaved: NotSaved | undefined;
  readonly flip: (name: SwitchName, on: boolean) => void;
  /** Flips several switches at once. */
  readonly flipAll: (names: readonly SwitchName[], on: boolean) => void;
  /** Saves quiet hours; null turns them off. */
  readonly saveQuietHours: (hours: Settings['quietHours']) => void;
};

let lastId = 0;

/**
 * The notification settings as the user has changed them. Each change is shown at once and saved at once, one after the other; a
 * change that could not be saved is shown as it was, with a sentence.
 */
export function useSettingChanges(saved: Settings): SettingChanges {
  // The last answer, because the cache shows it only after the change is no longer pending: a switch would move to and fro.
  const [answered, setAnswered] = useState(saved);
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [notSaved, setNotSaved] = useState<NotSaved>();
  const { mutateAsync } = useMutation({
    mutationFn: (input: Input<typeof updateNotificationSettings>) =>
      call(updateNotificationSettings, input),
    // One after the other, so that the last press of a switch counts.
    scope: { id: 'notification-settings' },
  });

  async function save(
    about: readonly About[],
    shown: Pending['shown'],
    input: Input<typeof updateNotificationSettings>,
  ): Promise<void> {
    lastId += 1;
    const id = lastId;
    setPending((all) => [...all, { id, about, shown }]);
    setNotSaved(undefined);
    try {
      setAnswered(await store(await mutateAsync(input)));
    } catch (error) {
      setNotSaved({ about, words: errorWords(error) });
    } finally {
      setPending((all) => all.filter((one) => one.id !== id));
    }
  }

  function flipAll(names: readonly SwitchName[], on: boolean): void {
    const change = [...names];
    void save(names, { on: on ? change : [] }, on ? { turnOn: change } : { turnOff: change });
  }

  return {
    shown: pending.reduce(withPending, answered.version > saved.version ? answered : saved),
    notSaved,
    flip: (name, on) => flipAll([name], on),
    flipAll,
    saveQuietHours: (quietHours) => void save(['quietHours'], { quietHours }, inputOf(quietHours)),
  };
}

/** Stores an answer and returns its settings. A query that is under way may have read older ones. */
async function store(answer: Output<typeof updateNotificationSettings>): Promise<Settings> {
  const { queryKey } = notificationQueries().settings;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, answer);
  return answer.data[0] as Settings;
}

function inputOf(hours: Settings['quietHours']): Input<typeof updateNotificationSettings> {
  if (!hours) return { quiet: false };
  const { from, to, timeZone } = hours;
  return { quiet: true, quietFrom: from, quietTo: to, timeZone };
}

function withPending(settings: Settings, { about, shown }: Pending): Settings {
  if (about.includes('quietHours')) return { ...settings, ...shown };
  const others = settings.on.filter((name) => !about.some((one) => one === name));
  return { ...settings, on: [...others, ...(shown.on ?? [])] };
}

function errorWords(error: unknown): string {
  if (error instanceof LostResponse) return error.message;
  return isRefusal(error, 'INVALID_INPUT', 'UNAVAILABLE', 'TOO_MANY_REQUESTS')
    ? `This wasn’t saved. ${error.message}`
    : 'This wasn’t saved, so it’s as it was before. Please try again.';
}
