import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { CASE_KINDS } from '../rules/desk/cases.ts';
import { deskReason } from '../rules/desk/decisions.ts';
import { PERMISSIONS } from '../rules/desk/permissions.ts';
import { dollars, moment } from '../wire.ts';
import { ITEM_TYPES, maybePerson, maybeText, text } from './desk-entities.ts';
import { deskPerson } from './desk-letters.ts';
import { all, nothing, one, operation } from './operation.ts';
import { deciding, looking, SEES_CASES } from './staff-operations.ts';

/*
 * How staff work together at the desk: who has something open, what they leave for later or hand over, and how they find it. An
 * item is what waits in the list of the desk. docs/product/desk.md#working-together
 */

const item = { type: z.enum(ITEM_TYPES), id: id() };
const WORKS = [...SEES_CASES, 'cases.write'] as const;

/**
 * Says that the caller has an item open, and prolongs that. It lasts for a minute after the last call, so it ends by itself when the
 * screen is gone. Returns the colleague who has it open already; null if the caller has.
 */
export const markDeskItemAsOpen = operation({
  name: 'markDeskItemAsOpen',
  ...looking,
  idempotent: 'byNature',
  uses: [...WORKS, 'audit.append'],
  impact:
    'Staff do not see that a colleague works on the same; a decision is still made only once.',
  input: z.object(item),
  output: one(z.object({ openBy: maybePerson, handedBy: maybePerson })),
});

/** Says that the caller has closed an item. */
export const removeDeskItemAsOpen = operation({
  name: 'removeDeskItemAsOpen',
  ...looking,
  idempotent: 'byNature',
  uses: ['cases.write'],
  impact: 'An item of the desk seems open for a minute longer.',
  input: z.object(item),
  output: nothing,
});

/** Leaves an item for later: for a day, the caller is not led to it. */
export const skipDeskItem = operation({
  name: 'skipDeskItem',
  ...deciding,
  idempotent: 'byKey',
  permissions: PERMISSIONS,
  uses: [...WORKS, 'audit.append'],
  impact: 'Staff cannot leave something for later.',
  input: z.object(item),
  output: nothing,
});

/** The colleagues who may decide about an item, to whom the caller can hand it. */
export const viewDeskColleagues = operation({
  name: 'viewDeskColleagues',
  ...looking,
  uses: SEES_CASES,
  impact: 'Staff cannot hand something to a colleague; they can put it back into the list.',
  input: z.object(item),
  output: all(deskPerson),
});

/**
 * Hands an item to a colleague, or without one back to the list. It needs a reason, except where somebody may be in danger: nobody has to
 * say why they cannot read that. Refuses with INVALID_INPUT a colleague who may not decide about it.
 */
export const handOverDeskItem = operation({
  name: 'handOverDeskItem',
  ...deciding,
  idempotent: 'byKey',
  permissions: PERMISSIONS,
  uses: [...WORKS, 'audit.append'],
  impact: 'Staff cannot hand something to a colleague.',
  input: z.object({ ...item, toUserId: z.optional(id()), reason: z.optional(deskReason) }),
  output: one(z.object({ message: text })),
});

const FIND_MIN = 2;
const FIND_MAX = 254;

/**
 * Finds people by name or username, and by a whole phone number or email address; letters and cases by their id, and those of the
 * person who was found. No text of a letter is shown, nor its subject. Each look-up by phone number or email is in the audit.
 */
export const findAtDesk = operation({
  name: 'findAtDesk',
  ...looking,
  uses: [
    ...SEES_CASES,
    'usernames.read',
    'phoneNumbers.read',
    'emails.read',
    'search.read',
    'audit.append',
  ],
  impact: 'Staff cannot search for people, letters and cases; people wait longer for help.',
  input: z.object({
    text: z
      .string('Please enter a name, phone number, email, letter or case')
      .check(
        z.trim(),
        z.minLength(FIND_MIN, 'Please enter at least two characters'),
        z.maxLength(FIND_MAX, 'This is too long'),
      ),
  }),
  output: one(
    z.object({
      /** Whether it was a look-up by phone number or email, which the audit keeps. */
      logged: z.boolean(),
      people: z.array(
        z.object({ ...deskPerson.shape, phoneLastDigits: text, plan: text, verified: z.boolean() }),
      ),
      letters: z.array(
        z.object({
          id: text,
          status: text,
          sender: maybePerson,
          recipient: maybePerson,
          price: dollars(),
          createdAt: moment,
          deadlineAt: moment,
          answeredAt: z.nullable(moment),
          claimed: z.boolean(),
        }),
      ),
      cases: z.array(
        z.object({
          id: text,
          kind: z.enum(CASE_KINDS),
          reason: text,
          about: maybePerson,
          openedAt: moment,
          outcome: maybeText,
        }),
      ),
    }),
  ),
});
