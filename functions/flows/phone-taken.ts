import { REFUSALS, Refusal } from '../../shared/refusals.ts';

/** The number is another account's; told at its field as well, where the form shows it. */
export const phoneTaken = () =>
  new Refusal('PHONE_TAKEN', { fields: { phoneNumber: REFUSALS.PHONE_TAKEN.sentence } });
