import * as z from 'zod/mini';
import { wholeNumber } from '../../wire.ts';
import { readable } from '../text/readable-text.ts';
import { oneLine } from '../text.ts';
import { PAID_RESPONSE_MIN } from './messages.ts';
import { responsePrice } from './pricing.ts';
import { MINIMUM_LENGTH_MAX, PROMISE_MAX, TIER_NAME_MAX, TIERS_MAX, type Tier } from './tiers.ts';

/* The schema of the tiers of a person, for the form and the server. */

const LENGTH_SENTENCE = 'Please enter a number of characters from 200 to 5,000';

const line = (missing: string, max: number) =>
  z
    .string(missing)
    .check(
      z.overwrite(oneLine),
      readable(1, missing),
      z.maxLength(max, `Please keep this under ${max} characters`),
    );

/** The schema of a tier. */
export const tier = z.object({
  name: line('Please enter a name', TIER_NAME_MAX),
  price: responsePrice,
  promise: line('Please say what they get', PROMISE_MAX),
  minimumLength: wholeNumber(LENGTH_SENTENCE).check(
    z.refine((length) => length >= PAID_RESPONSE_MIN, LENGTH_SENTENCE),
    z.refine((length) => length <= MINIMUM_LENGTH_MAX, LENGTH_SENTENCE),
  ),
});

const TOO_MANY_TIERS = `There can be at most ${TIERS_MAX} tiers`;
const SAME_TIER_NAME = 'Two tiers have the same name';

/** Whether every tier has a name of its own; case makes no difference. */
const haveOwnNames = (tiers: readonly Pick<Tier, 'name'>[]): boolean =>
  new Set(tiers.map(({ name }) => name.toLowerCase())).size === tiers.length;

/** The schema of all tiers of a person. */
export const tierList = z.array(tier).check(
  z.refine((tiers) => tiers.length <= TIERS_MAX, TOO_MANY_TIERS),
  z.refine(haveOwnNames, SAME_TIER_NAME),
);
