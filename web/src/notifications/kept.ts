import * as z from 'zod';

/* What was chosen about notifications, as this browser keeps it; signing out clears it with all the rest. */

export const subscription = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
});

const STORAGE_KEY = 'notifications';
const keptSchema = z.object({
  on: z.boolean().default(false),
  showText: z.boolean().default(false),
  /** The person was asked, and would rather not be asked again. */
  notNow: z.boolean().default(false),
  /** Where the machine's own push service takes the place of the browser's. */
  standIn: subscription.optional(),
});

export type Kept = z.infer<typeof keptSchema>;

const listeners = new Set<() => void>();

export function readKept(): Kept {
  const read = keptSchema.safeParse(parse(localStorage.getItem(STORAGE_KEY)));
  return read.success ? read.data : keptSchema.parse({});
}

/** Keeps what is said, and tells whoever shows it. */
export function change(said: Partial<Kept>): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readKept(), ...said }));
  for (const listener of listeners) listener();
}

/** Hears of every change here, and of the browser's permission, which is changed in its own settings. */
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

function parse(text: string | null): unknown {
  try {
    return text === null ? {} : JSON.parse(text);
  } catch {
    return {};
  }
}
