import * as z from 'zod/mini';
import { STATEMENT_DEEDS } from '../rules/desk/cases.ts';
import { dollars, moment } from '../wire.ts';
import { odds } from './offer-entities.ts';

/* The paid letter that a case of the desk is about, and what each decision does with its money. docs/product/desk.md#claims */

const text = z.string();

/** A person in cases and conversations, with the current name. */
export const deskPerson = z.object({
  id: text,
  fullName: text,
  username: text,
  profileImageUrl: z.nullable(text),
  blocked: z.boolean(),
});

/**
 * The statement that one reader of a decision gets at /decisions, without its reason, and the notifications that lead to it. For an appeal
 * it is the statement that was appealed, without facts.
 */
export const reading = z.object({
  person: deskPerson,
  deed: z.enum(STATEMENT_DEEDS),
  facts: text,
  /** Until when this side can appeal; null for a decision that is not against them. */
  appealUntil: z.nullable(moment),
  notifications: z.array(z.object({ title: text, body: text })),
});

/** How one reader learned of a decision: in which words, by which ways, and whether they read it. */
export const toldReader = z.object({
  person: deskPerson,
  deed: z.enum(STATEMENT_DEEDS),
  facts: text,
  reason: text,
  appealUntil: z.nullable(moment),
  /** The ways in which a notification went out, and when. */
  ways: z.array(z.object({ channel: z.enum(['PUSH', 'EMAIL', 'TEXT']), at: moment })),
  /** When they first opened it in the app. */
  readAt: z.nullable(moment),
});

/** What a decision does. Each amount is what an account gets; negative if it is taken from it. */
export const decisionEffect = z.object({
  /** The card of the sender. */
  card: dollars(),
  /** What the recipient owns, with what is frozen of it. */
  balance: dollars(),
  /** Of a balance that is taken back: what was paid out already, which becomes a debt. */
  debt: dollars(),
  /** The platform's fee. */
  fee: dollars(),
  /** What the platform bears beside its fee. */
  cost: dollars(),
  /** The recipient's odds after it; null if too few letters have ended. */
  odds: z.nullable(odds),
  reads: z.array(reading),
});

/** The paid letter, without what was written in it. */
export const deskLetter = z.object({
  id: text,
  sender: deskPerson,
  recipient: deskPerson,
  price: dollars(),
  /** What the recipient earned; null before the answer. */
  net: z.nullable(dollars()),
  /** The part of the earning that the claim has frozen. */
  frozen: dollars(),
  sentAt: moment,
  answeredAt: z.nullable(moment),
  /** Up to this amount one person decides about its money alone. */
  alone: dollars(),
  /** How many letters the sender has paid for. */
  paidLetters: z.int(),
  /** The recipient's odds now; null if too few letters have ended. */
  odds: z.nullable(odds),
  /** The claim: when it was made, and who took it to the desk with which words. */
  claim: z.nullable(
    z.object({
      at: moment,
      improvedAt: z.nullable(moment),
      contest: z.nullable(z.object({ by: deskPerson, at: moment, text })),
    }),
  ),
});
