import { REFUSALS, Refusal } from '../../shared/refusals.ts';

/** The number is another account's; told at its field as well, where the form shows it. */
export const phoneTaken = () =>
  new Refusal('PHONE_TAKEN', { fields: { phoneNumber: REFUSALS.PHONE_TAKEN.sentence } });

const NUMBER_LOST =
  'Another account has confirmed this phone number in the meantime. Please correct the number, or sign in to that account.';

/** The refusal of an unconfirmed registration whose phone number another account has confirmed first. */
export const numberLost = () => new Refusal('PHONE_TAKEN', { message: NUMBER_LOST });
