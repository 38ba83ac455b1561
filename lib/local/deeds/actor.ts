import { accountDeeds } from './accounts.ts';
import { attachmentDeeds } from './attachments.ts';
import { authDeeds } from './auth.ts';
import { billingDeeds } from './billing.ts';
import { type Caller, callerOf, type Request, type Send } from './calls.ts';
import { chatDeeds } from './chat.ts';
import { claimDeeds } from './claims.ts';
import { contactDeeds } from './contacts.ts';
import { conversationDeeds } from './conversations.ts';
import { deskDeeds } from './desk.ts';
import { draftDeeds } from './drafts.ts';
import { linkDeeds } from './links.ts';
import { notificationDeeds } from './notifications.ts';
import { offerDeeds } from './offers.ts';
import { passkeyDeeds } from './passkeys.ts';
import { payoutDeeds } from './payouts.ts';
import { profileDeeds } from './profiles.ts';
import { publicAnswerDeeds } from './public-answers.ts';
import { recordDeeds } from './records.ts';
import { searchDeeds } from './search.ts';
import { statementDeeds } from './statements.ts';
import { supportDeeds } from './support.ts';
import { thanksDeeds } from './thanks.ts';

/** The deeds of each area. No two areas have one of the same name: test/house/deeds.test.ts. */
export const AREAS = [
  accountDeeds,
  authDeeds,
  passkeyDeeds,
  conversationDeeds,
  recordDeeds,
  claimDeeds,
  thanksDeeds,
  publicAnswerDeeds,
  draftDeeds,
  attachmentDeeds,
  offerDeeds,
  supportDeeds,
  statementDeeds,
  notificationDeeds,
  deskDeeds,
  contactDeeds,
  chatDeeds,
  profileDeeds,
  linkDeeds,
  searchDeeds,
  billingDeeds,
  payoutDeeds,
] as const;

/** A caller with everything that people do. */
export type Actor = Caller & AllOf<ReturnType<(typeof AREAS)[number]>>;

/** Turns "one or the other" into "all of them". */
type AllOf<Types> = (Types extends unknown ? (one: Types) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Makes somebody who does things. `id`: of the account, empty for a visitor. `send`: what carries the calls. */
export function actorOf(id: string, send: Send): Actor {
  const me = callerOf(id, send);
  return Object.assign({}, me, ...AREAS.map((deedsOf) => deedsOf(me))) as Actor;
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
