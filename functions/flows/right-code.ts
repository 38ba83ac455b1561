import { Refusal } from '../../shared/refusals.ts';
import type { RightCode, Tried } from '../storage/codes.ts';

const USED_UP = 'Too many wrong tries. Please ask for a new code.';

/** The code that was right; refuses any other, in the words of its screen or, after too many tries, in its own. */
export function rightCode(tried: Tried, wrong: string): RightCode {
  if (typeof tried !== 'string') return tried;
  throw new Refusal('UNAUTHENTICATED', { message: tried === 'USED_UP' ? USED_UP : wrong });
}
