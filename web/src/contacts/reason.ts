import { isRefusal } from '../api/client.ts';
import { sentenceOf } from '../api/submission.ts';

/** Why something about a person was refused, in the server's words: no form stands around it whose field could say so. */
export function reasonOf(fault: unknown): string | undefined {
  return isRefusal(fault, 'INVALID_INPUT')
    ? (Object.values(fault.fields)[0] ?? fault.message)
    : sentenceOf(fault);
}
