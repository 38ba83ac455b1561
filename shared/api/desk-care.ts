import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { MONEY_STATES } from '../rules/conversations/conversations.ts';
import { CARE_CHOICES } from '../rules/desk/care.ts';
import { deskReason } from '../rules/desk/decisions.ts';
import { dollars, moment } from '../wire.ts';
import { maybePerson, maybeText, text } from './desk-entities.ts';
import { one, operation } from './operation.ts';
import { ACTS_ON_PEOPLE, deciding, looking, SEES_CASES } from './staff-operations.ts';

/* Reports that somebody may hurt themselves. docs/product/desk.md#danger */

/** What is passed on to emergency services, and to whom: nothing else leaves. */
const passOn = z.object({ fullName: text, phoneNumber: text, contact: text });

const careCase = z.object({
  firstName: text,
  /** The letter that was reported, which came back with its money; null for other content. */
  letter: z.nullable(
    z.object({
      id: text,
      to: maybePerson,
      price: dollars(),
      moneyState: z.enum(MONEY_STATES),
      returnedAt: moment,
    }),
  ),
  /** What the person wrote, and what stood before it, oldest first; null without a `reason` of the caller. */
  wrote: z.nullable(z.array(z.object({ by: maybePerson, at: moment, text }))),
  before: z.object({
    /** The latest letters of the person. Their texts are null without a `reason` of the caller. */
    letters: z.array(
      z.object({ id: text, to: maybePerson, at: moment, answered: z.boolean(), text: maybeText }),
    ),
    reports: z.int(),
  }),
  here: z.object({
    lastSeenAt: z.nullable(moment),
    phoneConfirmed: z.boolean(),
    /** The ISO 3166 code of the country of the phone number. */
    country: maybeText,
    /** Whether the account was blocked or deleted, so that no message reaches it. */
    gone: z.boolean(),
  }),
  /** When we wrote to the person before, because of another report, and when they opened it. */
  written: z.array(z.object({ at: moment, readAt: z.nullable(moment) })),
  /** What the operator has said that staff do first; null if nothing. */
  steps: z.nullable(z.object({ personOnDuty: text, steps: z.array(text) })),
  /** Why emergency services cannot be asked, in a sentence; null if they can. */
  emergencyObstacle: maybeText,
  /** The message, word for word, and the help line that it names. */
  message: text,
  helpLine: z.object({ name: text, address: text }),
  /** After emergency services were asked, for a `reason` of the caller. */
  passOn: z.nullable(passOn),
});

/** What staff look at before they decide. Refuses with WRONG_STATUS a case of another kind. */
export const viewCareCase = operation({
  name: 'viewCareCase',
  ...looking,
  uses: [...SEES_CASES, 'cases.write', 'audit.append'],
  impact: 'Staff cannot see whether somebody is in danger.',
  input: z.object({ caseId: id(), reason: z.optional(deskReason) }),
  output: one(careCase),
});

/**
 * Decides a report that somebody may hurt themselves. WRITE sends them the message of viewCareCase. EMERGENCY needs a second person, who
 * gets what is passed on. NO_DANGER sends them nothing. Whoever reported it is thanked. Only staff read the reason.
 */
export const decideCare = operation({
  name: 'decideCare',
  ...deciding,
  permissions: ['MODERATOR'],
  uses: [...ACTS_ON_PEOPLE, 'accounts.write', 'events.append', 'audit.append'],
  impact: 'Staff cannot write to somebody who may be in danger.',
  input: z.object({
    caseId: id(),
    choice: z.enum(CARE_CHOICES, 'Please choose what we do'),
    reason: deskReason,
  }),
  output: one(z.object({ message: text, passOn: z.nullable(passOn) })),
});
