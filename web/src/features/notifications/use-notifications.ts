import { useState, useSyncExternalStore } from 'react';
import { toast } from '../../ui/Toast.tsx';
import { chooseText, type DeviceStatus, deviceStatus, turnOff, turnOn } from './device.ts';
import { change, listen, readSettings } from './stored-settings.ts';

export type Notifications = {
  readonly status: DeviceStatus;
  /** Whether the lock screen may show names and texts. */
  readonly showText: boolean;
  /** Whether the user declined to be asked. */
  readonly notNow: boolean;
  readonly busy: boolean;
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
  chooseText(showText: boolean): Promise<void>;
  putOff(): void;
};

/** The notification state of this device and its actions. An error shows a toast, and nothing has changed. */
export function useNotifications(): Notifications {
  const seen = useSyncExternalStore(listen, snapshot);
  const [busy, setBusy] = useState(false);
  const during = (work: () => Promise<unknown>) => async () => {
    setBusy(true);
    toast.takeBackOutcome();
    await work().catch(() =>
      toast.error('We couldn’t change notifications on this device. Please try again.'),
    );
    setBusy(false);
  };
  const [status, text, notNow] = seen.split(' ');
  return {
    status: status as DeviceStatus,
    showText: text === 'true',
    notNow: notNow === 'true',
    busy,
    turnOn: during(turnOn),
    turnOff: during(turnOff),
    chooseText: (showText) => during(() => chooseText(showText))(),
    putOff: () => change({ notNow: true }),
  };
}

/** A string, so that equal states compare as equal. */
function snapshot(): string {
  const { showText, notNow } = readSettings();
  return `${deviceStatus()} ${showText} ${notNow}`;
}
