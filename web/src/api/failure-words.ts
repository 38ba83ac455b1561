import { waitWords } from '#shared/dates.ts';
import { REFUSALS } from '#shared/refusals.ts';
import { isRefusal, LostResponse } from './client.ts';

/* The words for what failed, and why. Of a form, `forms/submission.ts` puts them in their place. */

/** Joins the sentence of a failure with its reason: `Error processing reply. We could not reach ReplyPaid.` */
export function failedBecause(failed: string, reason: string): string {
  const what = failed.replace(/\.?( Please try again\.)?$/, '');
  const why = reason.replace(/[^.!?]$/, '$&.');
  // The server may have no other reason than the screen's own words.
  return why === `${what}.` ? why : `${what}. ${why}`;
}

/** How the messages of the error catalog begin. */
const CATALOGED = /^(Error|There was an error) /;

/** The message of a refusal, after `failed` if that is of the error catalog; undefined for a fault. */
export function refusedWords(failed: string, fault: unknown): string | undefined {
  const reason = sentenceOf(fault);
  return reason !== undefined && CATALOGED.test(failed) ? failedBecause(failed, reason) : reason;
}

/** The whole message of a failed action: `failed`, and why if the server said it. */
export const failureWords = (failed: string, fault: unknown): string =>
  refusedWords(failed, fault) ?? failed;

/** The message of a refusal; undefined for a fault, for which each screen has its own message. */
export function sentenceOf(fault: unknown): string | undefined {
  if (fault instanceof LostResponse) return fault.message;
  if (!isRefusal(fault) || fault.code === 'UNAVAILABLE' || fault.code === 'INTERNAL')
    return undefined;
  const { retryAfter, message } = fault;
  // The waiting time says more than the general message.
  return retryAfter !== undefined && message === REFUSALS.TOO_MANY_REQUESTS.sentence
    ? `Too many attempts. Please try again in ${waitWords(retryAfter)}.`
    : message;
}
