import { isRefusal } from '../../api/client.ts';
import type { Draft } from '../../forms/stored-draft.ts';
import { toast } from '../../ui/Toast.tsx';
import { refreshDesk } from './desk-queries.ts';

/**
 * Sends a form of the desk. Its draft stays if that fails. Then the desk is loaded again, because somebody else may have been
 * first.
 */
export async function sendFromDesk(draft: Draft, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (fault) {
    draft.flush();
    // Says who was first, also when the refreshed screen has no form any more.
    if (isRefusal(fault, 'WRONG_STATUS')) toast.error(fault.message);
    throw fault;
  } finally {
    await refreshDesk().catch(() => undefined);
  }
}
