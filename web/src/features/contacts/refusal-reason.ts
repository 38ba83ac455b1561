import { isRefusal } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure-words.ts';

/** The server's reason for refusing an action about a person, which has no form field to show it at. */
export function refusalReason(fault: unknown): string | undefined {
  return isRefusal(fault, 'INVALID_INPUT')
    ? (Object.values(fault.fields)[0] ?? fault.message)
    : sentenceOf(fault);
}
