import * as z from 'zod/mini';
import { RECORDED_STEPS } from '../rules/auth/takeover-ladder.ts';
import { moment } from '../wire.ts';
import { HOUR, one, operation } from './operation.ts';

/* Stopping a step of the takeover ladder from the message about it, without a sign-in. docs/product/auth.md#stopping-a-step */

const input = z.object({
  token: z.string('The link is not complete').check(z.maxLength(120, 'The link is not complete')),
});

const LIMITS = [{ per: 'address', max: 120, within: HOUR, inMemory: true }] as const;

const stop = z.object({
  step: z.enum(RECORDED_STEPS),
  /** When the step was made. */
  at: moment,
  /** Until when it can be stopped. */
  until: moment,
  /** OVER: its time has passed, or the request was completed or withdrawn. */
  status: z.enum(['OPEN', 'STOPPED', 'OVER']),
  /** When it was stopped; null if it was not. */
  stoppedAt: z.nullable(moment),
  /** Whether a new password can be set with a texted code at once after the stop. */
  resetsAfter: z.boolean(),
});

/** Says what a link would stop. It stops nothing, because programs open the links in messages. */
export const viewSecurityStop = operation({
  name: 'viewSecurityStop',
  method: 'GET',
  who: 'anyone',
  uses: ['accounts.read', 'hashKey'],
  limits: LIMITS,
  impact: 'The page that stops a change of an account does not say what it stops.',
  input,
  output: one(stop),
});

/** Stops a step: ends what it gave and restores what it took. A repeated call finds it stopped. */
export const stopSecurityStep = operation({
  name: 'stopSecurityStep',
  method: 'POST',
  who: 'anyone',
  uses: [
    'accounts.write',
    'phoneNumbers.write',
    'passkeys.write',
    'emails.write',
    'events.append',
    'hashKey',
    'live',
  ],
  idempotent: 'byNature',
  limits: LIMITS,
  impact: 'People cannot stop a change of their account that someone else made.',
  input,
  output: one(stop),
});
