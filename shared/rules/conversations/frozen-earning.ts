import { type Cents, minus, plus, ZERO } from '../../money.ts';
import type { Conversation } from './conversations.ts';

/**
 * The part of a conversation's earning that is out of the recipient's balance until a claim or a dispute is decided, in cents. What is
 * taken back for good is no longer frozen.
 */
export function frozenEarning({ money: { claim, back } }: Pick<Conversation, 'money'>): Cents {
  const disputed = back ? minus(back.frozen, back.clawedBack ?? ZERO) : ZERO;
  return plus(claim?.frozen ?? ZERO, disputed);
}
