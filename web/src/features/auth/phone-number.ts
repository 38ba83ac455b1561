import * as z from 'zod/mini';
import { typedPhoneNumber } from '#shared/wire.ts';

/** Starts to load the phone number validation, so that it is ready when the form is submitted. */
export function preparePhoneNumbers(): void {
  loadPlans().catch(() => undefined);
}

/** The phone number of a form: converts typed text to E.164, or fails with the same sentence as the server. */
export const phoneNumber = z.pipe(
  typedPhoneNumber(),
  z.transform(async (typed, context) => {
    const plans = await loadPlans().catch(() => undefined);
    // If the validation cannot be loaded, the server validates the number.
    if (!plans) return typed;
    const read = plans.readPhoneNumber(typed);
    if (read.fault === undefined) return read.number;
    context.issues.push({ code: 'custom', message: read.fault, input: typed });
    return typed;
  }),
);

const loadPlans = () => import('./phone-plans.ts');
