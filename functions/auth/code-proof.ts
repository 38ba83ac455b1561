import type { Instant } from '#shared/time.ts';
import { type CodePurpose, type RightCode, tryCode } from '../storage/auth/verification-codes.ts';
import type { TableWriter } from '../storage/table.ts';
import { rightCode, WRONG_CODE, wrongCode } from './refusals.ts';

type EnteredCode = {
  readonly purpose: CodePurpose;
  readonly subject: string;
  readonly digits: string;
  /** The phone number or the email address that the code has to prove. */
  readonly sentTo: string;
};

/** Checks a code that was sent to `sentTo` and returns it, not yet spent; a refusal names the form field. */
export async function provenCode(
  table: TableWriter,
  { sentTo, ...attempt }: EnteredCode,
  field: string,
  now: Instant,
): Promise<RightCode> {
  const right = rightCode(await tryCode(table, attempt, now), WRONG_CODE, field);
  if (right.sentTo !== sentTo) throw wrongCode(WRONG_CODE, field);
  return right;
}
