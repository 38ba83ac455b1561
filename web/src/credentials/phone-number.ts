import { typedPhoneNumber } from '../../../shared/wire.ts';

/** Begins to load the check, so that it is there when the form is sent. */
export function preparePhoneNumbers(): void {
  loadPlans().catch(() => undefined);
}

/** The phone number of a form: typed text becomes E.164, or gets the sentence that the server would say. */
export const phoneNumber = typedPhoneNumber().transform(async (typed, context) => {
  const plans = await loadPlans().catch(() => undefined);
  // Where the check cannot be loaded, the server says whether the number is good.
  if (!plans) return typed;
  const read = plans.readPhoneNumber(typed);
  if (read.fault === undefined) return read.number;
  context.issues.push({ code: 'custom', message: read.fault, input: typed });
  return typed;
});

const loadPlans = () => import('./phone-plans.ts');
