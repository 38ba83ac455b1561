import { type Cents, minus, plus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import type { Conversation } from './conversations.ts';

/** What goes back to the sender when the rest of the price does: the price without the parts that went back until then. */
export const restOfPrice = (
  { price, history }: Pick<Conversation, 'price' | 'history'>,
  until?: Instant,
): Cents =>
  minus(
    price,
    plus(
      ...history.flatMap(({ event, at, amount = ZERO }) =>
        event === 'PARTLY_REFUNDED' && (until === undefined || at <= until) ? [amount] : [],
      ),
    ),
  );
