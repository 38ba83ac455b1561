import { type Instant, later, MINUTE } from '../../time.ts';
import type { Money, MoneyState } from './conversations.ts';

/* What is decided about the money of a conversation, before the card provider has heard of it. */

/** How long the request that decided an effect has for performing it before the sweep does. */
export const PERFORMING_TIME = MINUTE;

/** The same money with an effect that is decided and now owed; the state is what people are told from now on. */
export function owing(money: Money, owed: 'capture' | 'giveBack', now: Instant): Money {
  return { ...money, owed, tryAt: later(now, PERFORMING_TIME), tries: 0 };
}

/** The same money with nothing left to do. */
export function settled(money: Money, state: MoneyState): Money {
  const {
    owed: _owed,
    tryAt: _tryAt,
    tries: _tries,
    captureBefore: _captureBefore,
    ...rest
  } = money;
  return { ...rest, state };
}

/** What was never charged, because the message is free, has nowhere to go back to. */
const nothingToMove = ({ state }: Money) => state === 'RELEASED';

/** The money goes back to the sender: a hold is let go, a charge refunded. */
export function givenBack(money: Money, now: Instant): Money {
  if (nothingToMove(money)) return money;
  return owing(
    { ...money, state: money.state === 'HELD' ? 'RELEASED' : 'REFUNDED' },
    'giveBack',
    now,
  );
}

/** The money is taken, and kept until somebody has looked at the report. */
export function reviewed(money: Money, now: Instant): Money {
  if (nothingToMove(money)) return money;
  const inReview: Money = { ...money, state: 'IN_REVIEW' };
  return money.state === 'HELD' ? owing(inReview, 'capture', now) : inReview;
}
