import * as z from 'zod/mini';
import { parsedJson } from '../../api/parsed-json.ts';
import { deviceStorage } from '../../api/storage.ts';

/* The notification settings of this browser; signing out deletes them. */

export const subscription = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
});

const STORAGE_KEY = 'notifications';
const settingsSchema = z.object({
  on: z._default(z.boolean(), false),
  showText: z._default(z.boolean(), false),
  /** The user was asked and declined. */
  notNow: z._default(z.boolean(), false),
  /** The user was offered to add an email address and declined. */
  noEmail: z._default(z.boolean(), false),
  /** The subscription at the local system's push service, which replaces the browser's. */
  standIn: z.optional(subscription),
});

export type StoredSettings = z.infer<typeof settingsSchema>;

const listeners = new Set<() => void>();

export function readSettings(): StoredSettings {
  const read = settingsSchema.safeParse(parsedJson(deviceStorage.getItem(STORAGE_KEY)) ?? {});
  return read.success ? read.data : settingsSchema.parse({});
}

/** Stores changed settings and notifies subscribers. */
export function change(said: Partial<StoredSettings>): void {
  deviceStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readSettings(), ...said }));
  for (const listener of listeners) listener();
}

/** Subscribes to changes of the settings and of the browser's permission. */
export function listen(listener: () => void): () => void {
  listeners.add(listener);
  let permission: PermissionStatus | undefined;
  let over = false;
  navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => {
      if (over) return;
      permission = status;
      status.addEventListener('change', listener);
    },
    () => undefined,
  );
  return () => {
    over = true;
    listeners.delete(listener);
    permission?.removeEventListener('change', listener);
  };
}
