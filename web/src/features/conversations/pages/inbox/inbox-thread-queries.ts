import type { Address } from '#web/api/screen-loader.ts';
import { inboxThread } from '../../thread-queries.ts';

/* The queries of one conversation of the inbox, without those of its list. */

export const inboxThreadQueries = ({ params: { inboxId = '' } }: Pick<Address, 'params'>) =>
  inboxThread(inboxId);

/** The query of forms that show no messages. */
export const inboxFormQueries = ({ params: { inboxId = '' } }: Pick<Address, 'params'>) => ({
  conversation: inboxThread(inboxId).conversation,
});
