import { crashingAt, crashingAtEveryWrite } from './crashes.ts';
import { losingTheReply } from './lost-replies.ts';
import { losingEveryWrite, overtaken } from './overtaking.ts';
import { inOrder, racing, stepsOf } from './races.ts';
import { repeatedWithStaleIndex, withSmallPages } from './slow-reads.ts';
import { throttled } from './throttling.ts';

/** The faults that the world of a test has, each asked of any deed by its name. Those of Stripe are `world.stripe.faults`. */
export const faults = {
  crashingAt,
  crashingAtEveryWrite,
  racing,
  inOrder,
  stepsOf,
  overtaken,
  losingEveryWrite,
  repeatedWithStaleIndex,
  withSmallPages,
  throttled,
  losingTheReply,
};
