import * as z from 'zod/mini';
import { moment, wholeNumber, yesOrNo } from '../../wire.ts';
import { WAITING_MAX } from './availability.ts';

/* The schema of when a person takes paid messages, for the form and the server. */

const CAP_SENTENCE = 'Please enter a number from 1 to 200, or leave it empty';

export const waitingMax = z.optional(
  wholeNumber(CAP_SENTENCE).check(
    z.refine((count) => count >= 1, CAP_SENTENCE),
    z.refine((count) => count <= WAITING_MAX, CAP_SENTENCE),
  ),
);

export const availability = {
  waitingMax,
  paused: yesOrNo('Please say whether you pause'),
  /** When a pause ends by itself; without it, the person ends it. */
  pausedUntil: z.optional(moment),
};
