/*
 * Who would like to chat with whom in the small world. Days before the present; whoever invites or accepts is on a paid
 * plan (people.ts).
 */

export type Acquaintance = {
  readonly by: string;
  readonly to: string;
  /** When the one invited the other, and when they accepted; without that the invitation waits. */
  readonly invited: number;
  readonly accepted?: number;
};

export const ACQUAINTANCES: readonly Acquaintance[] = [
  { by: 'lucia.prado', to: 'ana.markovic', invited: 14.5, accepted: 14.1 },
  { by: 'ana.markovic', to: 'ravi.menon', invited: 12.7, accepted: 12.2 },
  { by: 'mina.sato', to: 'lucia.prado', invited: 10.3, accepted: 9.9 },
  { by: 'ana.markovic', to: 'elise.laurent', invited: 9.1, accepted: 8.8 },
  { by: 'mina.sato', to: 'ana.markovic', invited: 7.1, accepted: 6.9 },
  { by: 'elise.laurent', to: 'mina.sato', invited: 5.7, accepted: 5.6 },
  { by: 'sofia.lindqvist', to: 'ana.markovic', invited: 1.9 },
  // From their open conversation; he is on the free plan.
  { by: 'lucia.prado', to: 'ben.okafor', invited: 1.6 },
];
