import { randomUUID } from 'node:crypto';
import { areas, type OperationName } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import type { World } from '#test/support/world.ts';
import { accountsPaths } from './accounts.ts';
import { answerDraftPaths } from './answer-drafts.ts';
import { attachmentPaths } from './attachments.ts';
import { authPaths } from './auth.ts';
import { billingPaths } from './billing.ts';
import { chatPaths } from './chat.ts';
import { claimPaths } from './claims.ts';
import { contactPaths } from './contacts.ts';
import { conversationPaths } from './conversations.ts';
import { deskPaths } from './desk.ts';
import { draftPaths } from './drafts.ts';
import { linkPaths } from './links.ts';
import { notificationPaths } from './notifications.ts';
import { passkeyPaths } from './passkeys.ts';
import { payoutPaths } from './payouts.ts';
import { publicAnswerPaths } from './public-answers.ts';
import type { Prepare } from './request.ts';
import { savedReplyPaths } from './saved-replies.ts';
import { searchPaths } from './search.ts';
import { supportPaths } from './support.ts';

const paths: { readonly [Name in OperationName]: Prepare } = {
  ...authPaths,
  ...passkeyPaths,
  ...accountsPaths,
  ...chatPaths,
  ...conversationPaths,
  ...claimPaths,
  ...draftPaths,
  ...answerDraftPaths,
  ...attachmentPaths,
  ...billingPaths,
  ...payoutPaths,
  ...linkPaths,
  ...savedReplyPaths,
  ...searchPaths,
  ...notificationPaths,
  ...contactPaths,
  ...deskPaths,
  ...supportPaths,
  ...publicAnswerPaths,
};

/** Every operation with its area. */
export function operationList(): { area: string; definition: OperationSpec }[] {
  return Object.entries(areas).flatMap(([area, definitions]) =>
    Object.values(definitions).map((definition: OperationSpec) => ({ area, definition })),
  );
}

/**
 * Prepares the usual call of an operation as the web app makes it: with an Idempotency-Key if the operation accepts
 * one.
 */
export async function usualCall(
  world: World,
  area: string,
  { name, method, idempotent }: OperationSpec,
) {
  const { handler } = (await import(`../../functions/${area}/${name}.ts`)) as { handler: unknown };
  const { input = {}, token, headers = {} } = await paths[name as OperationName](world);
  const key = idempotent === 'byKey' && { 'idempotency-key': randomUUID() };
  return { handler, input, options: { method, token, headers: { ...headers, ...key } } };
}
