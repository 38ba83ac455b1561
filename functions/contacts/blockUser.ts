import { blockUser } from '#shared/api/blocks.ts';
import { serve } from '../serve.ts';
import { relationKeys } from '../storage/contacts/contacts.ts';
import { userKey } from '../storage/keys.ts';
import { block } from './contact-requests.ts';

/** Blocks a person (docs/product/contacts.md#blocking). Blocking again changes nothing. */
export const handler = serve(
  blockUser,
  async (input, { table, caller, now }) => {
    await block(table, { userId: caller.userId, otherId: input.userId }, now);
    return {};
  },
  {
    readAhead: ({ userId: otherId }, { callerId }) => [
      userKey(otherId),
      ...relationKeys(callerId, otherId),
    ],
  },
);
