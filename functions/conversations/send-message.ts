import type { Caller } from '../auth/tokens.ts';
import { keyAhead } from '../idempotency.ts';
import { relationKeys } from '../storage/contacts/contacts.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import { type Key, userKey } from '../storage/keys.ts';
import { conversationView } from './conversation-views.ts';
import { type OrderContext, type OrderInput, payForMessage } from './payments.ts';

/* The operations that send a message with its payment differ only in their input and their name. */

type Sending = OrderContext & { readonly caller: Caller; readonly keyed: KeyedCall | undefined };

/** Pays for a message and returns it as its sender sees it. */
export async function sendMessage(input: OrderInput, call: Sending) {
  const conversation = await payForMessage(call, call.caller.userId, input, call.keyed);
  return { data: [conversationView(conversation, 'sender', call.now)] };
}

/** The keys of the items that `sendMessage` reads first. */
export const sendMessageAhead = (
  { recipientId }: OrderInput,
  { callerId, key }: { readonly callerId: string; readonly key: string | undefined },
): readonly Key[] => [
  userKey(recipientId),
  ...relationKeys(callerId, recipientId),
  ...keyAhead(callerId, key),
];
