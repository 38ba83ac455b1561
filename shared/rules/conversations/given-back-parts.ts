import { type Cents, minus, plus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import type { Conversation } from './conversations.ts';

/** The rest of the price: the price without the parts that were refunded until a time; by default all parts. */
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
