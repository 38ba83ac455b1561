import * as z from 'zod/mini';
import { serverNow } from '../../api/clock.ts';
import { parsedJson } from '../../api/parsed-json.ts';
import { deviceStorage } from '../../api/storage.ts';

/* State that lasts from one screen to the next: who is registering, where a code was sent, and when. */

const registrationSchema = z.object({
  userId: z.string(),
  fullName: z.string(),
  phoneNumber: z.string(),
  /** Present if the person registers in order to write: their account is complete with the code. */
  asSender: z.optional(z.object({ username: z.string() })),
  sentAt: z.number(),
});
const oneTimeLoginSchema = z.object({ phoneNumber: z.string(), sentAt: z.number() });
const phoneChangeSchema = z.object({ phoneNumber: z.string(), sentAt: z.number() });
const emailChangeSchema = z.object({ email: z.string(), sentAt: z.number() });
const passwordResetSchema = z.object({ username: z.string(), sentAt: z.number() });

/** How long to wait before another code can be sent, in milliseconds. docs/product/auth.md#codes */
export const RESEND_WAIT = 60_000;
/** How long a registration can be confirmed, in milliseconds. */
const REGISTRATION_TIME = 86_400_000;
/** How long a code is valid, in milliseconds. */
export const CODE_TIME = 600_000;

export const registrationInProgress = keptAs('registration', registrationSchema);
export const oneTimeLogin = keptAs('oneTimeLogin', oneTimeLoginSchema);
export const passwordReset = keptAs('passwordReset', passwordResetSchema);
export const phoneChange = keptAs('phoneChange', phoneChangeSchema);
/** The address to which a code was sent. It survives a reload, for example on the way back from the mailbox. */
export const emailChange = keptAs('emailChange', emailChangeSchema);

/** This browser's unconfirmed registration, while its username and phone number are reserved. */
export function waitingRegistration() {
  const kept = registrationInProgress.read();
  return kept && serverNow() < kept.sentAt + REGISTRATION_TIME ? kept : undefined;
}

/** Keeps a value in this browser from one screen to the next. */
export function keptAs<Schema extends z.ZodMiniType>(key: string, schema: Schema) {
  return {
    read: (): z.output<Schema> | undefined =>
      schema.safeParse(parsedJson(deviceStorage.getItem(key))).data,
    keep: (value: z.input<Schema>) => deviceStorage.setItem(key, JSON.stringify(value)),
    forget: () => deviceStorage.removeItem(key),
  };
}

/** Returns the values that were stored when a code was sent; undefined if there are none or the code has expired. */
export const withValidCode = <Sent extends { readonly sentAt: number }>(sent: Sent | undefined) =>
  sent && serverNow() < sent.sentAt + CODE_TIME ? sent : undefined;
