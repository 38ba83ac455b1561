import { blockUser, unblockUser } from '#shared/api/blocks.ts';
import { call } from '../../api/client.ts';
import { useWrite } from '../../forms/use-write.ts';
import { toast } from '../../ui/Toast.tsx';
import { firstName } from '../conversations/conversation.ts';
import { refreshContacts } from './contact-lists.ts';

/** Somebody who is or can be blocked. */
export type Blockable = { readonly userId: string; readonly fullName: string };

/** Blocks a person and reloads what the screen shows of them. */
export async function block({ userId }: Blockable): Promise<void> {
  await call(blockUser, { userId });
  await refreshContacts().catch(() => undefined);
}

export const useBlock = () =>
  useWrite({
    mutationFn: block,
    onSuccess: (_, { fullName }) => toast.success(`You blocked ${firstName(fullName)}.`),
  });

export const useUnblock = () =>
  useWrite({
    mutationFn: async ({ userId }: Blockable) => {
      await call(unblockUser, { userId });
      await refreshContacts().catch(() => undefined);
    },
    onSuccess: (_, { fullName }) => toast.success(`${firstName(fullName)} is no longer blocked.`),
  });
