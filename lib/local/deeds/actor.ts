import { callerOf, type Send } from './calls.ts';
import { chatDeeds } from './chat.ts';
import { claimDeeds } from './claims.ts';
import { contactDeeds } from './contacts.ts';
import { conversationDeeds } from './conversations.ts';

/** A caller with everything that people do. */
export type Actor = ReturnType<typeof actorOf>;

/** Makes somebody who does things. `id`: of the account, empty for a visitor. `send`: what carries the calls. */
export function actorOf(id: string, send: Send) {
  const me = callerOf(id, send);
  return {
    ...me,
    ...conversationDeeds(me),
    ...claimDeeds(me),
    ...contactDeeds(me),
    ...chatDeeds(me),
  };
}
