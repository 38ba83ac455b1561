import { REFUSALS } from '#shared/refusals.ts';
import { isRefusal } from './client.ts';

/**
 * The sentence to show for an error: the message of a refusal, which is written for people, or a general one. The
 * text of other errors is written for engineers and never shown.
 */
export function errorMessage(error: unknown): string {
  return isRefusal(error) ? error.message : REFUSALS.INTERNAL.sentence;
}
