import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { CASE_SUBJECTS, STATEMENT_DEEDS } from '../rules/desk/cases.ts';
import { appealText } from '../rules/desk/reports.ts';
import { moment } from '../wire.ts';
import { all, HOUR, nothing, operation } from './operation.ts';

/* Statements of reasons, and the one appeal against each. docs/product/desk.md#statements */

export const statementView = z.object({
  id: z.string(),
  dateTime: moment,
  deed: z.enum(STATEMENT_DEEDS),
  facts: z.string(),
  /** The reason code of the broken rule; empty if it is no decision against the person. */
  rule: z.string(),
  reason: z.string(),
  /** What was reported, if the person's account or content was; null otherwise. */
  subject: z.nullable(z.enum(CASE_SUBJECTS)),
  /** The report of the person that was decided: whom they reported, for what and in which words; null for other statements. */
  report: z.nullable(
    z.object({
      person: z.nullable(
        z.object({
          id: z.string(),
          fullName: z.string(),
          profileImageUrl: z.nullable(z.string()),
        }),
      ),
      subject: z.enum(CASE_SUBJECTS),
      rule: z.string(),
      text: z.string(),
      dateTime: moment,
      /** Whether we acted on it; null for what stays between the reported person and us. */
      upheld: z.nullable(z.boolean()),
    }),
  ),
  /** The conversation that it is about, and the side of the person. */
  conversation: z.nullable(z.object({ id: z.string(), side: z.enum(['sender', 'recipient']) })),
  appealUntil: moment,
  /** Whether the person can appeal now. */
  appealable: z.boolean(),
  appeal: z.nullable(
    z.object({
      dateTime: moment,
      /** Null until it is decided. UPHELD: the person was right. */
      outcome: z.nullable(z.enum(['UPHELD', 'REJECTED'])),
      reason: z.nullable(z.string()),
    }),
  ),
});

const cannotAppeal = 'People cannot appeal a decision about their account.';
const appeal = { statementId: id(), text: appealText };
/** The token that the refusal of a sign-in to a blocked account carries. It allows these two operations and nothing else. */
const appealToken = z.string('Please sign in again').check(z.minLength(1), z.maxLength(2_000));

/** The newest 20 decisions about the caller's account and what concerns it, newest first. */
export const viewStatements = operation({
  name: 'viewStatements',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'cases.read'],
  impact: 'People cannot read the decisions about their account.',
  input: nothing,
  output: all(statementView),
});

/** Notes that the caller opened a decision: the desk shows that it was read. Refuses with NOT_FOUND an unknown one. */
export const markStatementAsRead = operation({
  name: 'markStatementAsRead',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR }],
  impact: 'The desk does not show that decisions were read.',
  input: z.object({ statementId: id() }),
  output: nothing,
});

/**
 * Appeals a decision against the caller: once, within 180 days. Refuses with NOT_FOUND an unknown one, and with WRONG_STATUS a second or a
 * late appeal.
 */
export const appealStatement = operation({
  name: 'appealStatement',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'cases.write'],
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 10, within: HOUR }],
  impact: cannotAppeal,
  input: z.object(appeal),
  output: nothing,
});

/** The same for a person whose account is blocked. Refuses with UNAUTHENTICATED an invalid or expired token. */
export const viewBlockedStatements = operation({
  name: 'viewBlockedStatements',
  method: 'POST',
  who: 'anyone',
  uses: ['accounts.read', 'cases.read'],
  limits: [{ per: 'address', max: 120, within: HOUR, inMemory: true }],
  impact: 'People whose account is blocked cannot read why.',
  input: z.object({ appealToken }),
  output: all(statementView),
});

export const appealBlockedStatement = operation({
  name: 'appealBlockedStatement',
  method: 'POST',
  who: 'anyone',
  uses: ['accounts.write', 'cases.write'],
  idempotent: 'byKey',
  limits: [{ per: 'address', max: 20, within: HOUR }],
  impact: cannotAppeal,
  input: z.object({ appealToken, ...appeal }),
  output: nothing,
});
