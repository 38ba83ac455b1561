import { REFUSALS } from '../../../shared/refusals.ts';
import { ApiRefusal, isRefusal } from '../api/client.ts';
import { loadCardProvider } from './card-provider.ts';

/**
 * Sends a request whose card a bank may want to see confirmed. After the bank's page the same request goes on where it
 * stopped, and says what became of it: the server knows, whatever the page told the browser. Throws the call's refusal.
 */
export async function throughBank<Answer>(send: () => Promise<Answer>): Promise<Answer> {
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
