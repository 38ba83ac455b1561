import type { Fault } from './faults/fault.ts';
import { LETTER_FAULTS } from './faults/letters.ts';
import { ORDER_FAULTS } from './faults/orders.ts';
import { OUTSIDE_FAULTS } from './faults/outside.ts';
import { PLAN_FAULTS } from './faults/plans.ts';
import { PROMISE_FAULTS } from './faults/promises.ts';

/** Faults that are planted to prove that the simulation notices them. */
export const FAULTS: readonly Fault[] = [
  ...ORDER_FAULTS,
  ...OUTSIDE_FAULTS,
  ...PLAN_FAULTS,
  ...PROMISE_FAULTS,
  ...LETTER_FAULTS,
];
