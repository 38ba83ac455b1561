/**
 * The known seeds are those from 1 to this one: histories.test.ts runs them, and planted faults have to be noticed by them unless they
 * name other arguments.
 */
export const KNOWN_SEEDS = 250;
