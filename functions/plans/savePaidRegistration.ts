import { savePaidRegistration } from '../../shared/api/plans.ts';
import { registerOnPlan } from '../flows/keeping-cards.ts';
import { serve } from '../serve.ts';

/** Ends a registration on a paid plan: the account is public once its first month is paid. Spec part 1, section 4. */
export const handler = serve(savePaidRegistration, async (input, call) => ({
  trusted: await registerOnPlan(call, call.caller.userId, input),
}));
