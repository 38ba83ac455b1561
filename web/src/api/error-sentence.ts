import { REFUSALS } from '../../../shared/refusals.ts';
import { isRefusal } from './client.ts';

/**
 * The sentence that a screen shows for something that failed: a refusal's own, which was written for people. The text of
 * any other error was written for engineers and is never shown.
 */
export function errorSentence(error: unknown): string {
  return isRefusal(error) ? error.message : REFUSALS.INTERNAL.sentence;
}
