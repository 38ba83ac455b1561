import { useState, useSyncExternalStore } from 'react';
import { toast } from '../ui/Toast.tsx';
import { chooseText, type Standing, standing, turnOff, turnOn } from './device.ts';
import { change, listen, readKept } from './kept.ts';

export type Notifications = {
  readonly standing: Standing;
  /** Names and beginnings of texts may stand on the lock screen. */
  readonly showText: boolean;
  /** The person does not want to be asked. */
  readonly notNow: boolean;
  readonly busy: boolean;
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
  chooseText(showText: boolean): Promise<void>;
  putOff(): void;
};

/** Notifications on this device, for whoever shows or changes them. What fails is said in passing, and nothing has changed. */
export function useNotifications(): Notifications {
  const seen = useSyncExternalStore(listen, snapshot);
  const [busy, setBusy] = useState(false);
  const during = (work: () => Promise<unknown>) => async () => {
    setBusy(true);
    toast.takeBackOutcome();
    await work().catch(() => toast.error('That did not work. Please try again.'));
    setBusy(false);
  };
  const [where, text, notNow] = seen.split(' ');
  return {
    standing: where as Standing,
    showText: text === 'true',
    notNow: notNow === 'true',
    busy,
    turnOn: during(turnOn),
    turnOff: during(turnOff),
    chooseText: (showText) => during(() => chooseText(showText))(),
    putOff: () => change({ notNow: true }),
  };
}

/** One text, so that what is the same is equal. */
function snapshot(): string {
  const { showText, notNow } = readKept();
  return `${standing()} ${showText} ${notNow}`;
}
