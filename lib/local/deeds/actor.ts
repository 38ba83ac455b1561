import { callerOf, type Request, type Send } from './calls.ts';
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

/** Returns the call that a deed makes, without sending it. `id`: of whoever does it. */
export function requestOf(id: string, deed: (me: Actor) => unknown): Request {
  let recorded: Request | undefined;
  const never = new Promise<never>(() => {});
  deed(
    actorOf(id, (request) => {
      recorded ??= request;
      return never;
    }),
  );
  if (!recorded) throw new Error('the deed calls nothing');
  return recorded;
}
