/*
 * The contact invitations of the demo data, in days before the present. People who send or accept one are on a paid plan
 * (people.ts).
 */

type SeededContact = {
  readonly by: string;
  readonly to: string;
  /** When the invitation was sent, and when it was accepted; without `accepted` it is pending. */
  readonly invited: number;
  readonly accepted?: number;
};

export const CONTACTS: readonly SeededContact[] = [
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
