import { REFUSALS } from '#shared/refusals.ts';
import { ApiRefusal, isRefusal } from '#web/api/client.ts';
import { loadCardProvider } from './card-provider.ts';

/**
 * Sends a request that may need the bank's authentication (3-D Secure). After the bank's page it repeats the same
 * request, because only the server knows the outcome. Throws the refusal of the call.
 */
export async function withBankAuthentication<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (fault) {
    const clientSecret = isRefusal(fault, 'CARD_ACTION_REQUIRED') && fault.details.clientSecret;
    if (typeof clientSecret !== 'string') throw fault;
    await openBank(clientSecret);
    return send();
  }
}

async function openBank(clientSecret: string): Promise<void> {
  try {
    const stripe = await loadCardProvider();
    await stripe.handleNextAction({ clientSecret });
  } catch {
    throw new ApiRefusal('UNAVAILABLE', REFUSALS.UNAVAILABLE.sentence);
  }
}
