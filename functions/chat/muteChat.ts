import { muteChat } from '#shared/api/chat.ts';
import { serve } from '../serve.ts';
import { muteFor } from './group-changes.ts';

/** Turns the caller's push notifications of a chat off or on (docs/product/chat.md#mute). */
export const handler = serve(muteChat, async (input, { table, caller }) => {
  await muteFor(table, caller.userId, input);
  return {};
});
