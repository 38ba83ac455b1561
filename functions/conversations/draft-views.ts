import * as z from 'zod/mini';
import { draftView } from '#shared/api/draft-entities.ts';
import type { viewDrafts } from '#shared/api/drafts.ts';
import type { Output } from '#shared/api/operation.ts';
import { Refusal } from '#shared/refusals.ts';
import { DELETED_NAME } from '#shared/rules/accounts/deleted-account.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { isBlank } from '#shared/rules/conversations/prompts.ts';
import { oneLine, truncateAtWord } from '#shared/rules/text.ts';
import { fromSeconds } from '#shared/time.ts';
import { commitmentOf } from '../accounts/blocked-accounts.ts';
import { isPublic, publicUserOf } from '../storage/accounts/users.ts';
import type { Reachable } from '../storage/contacts/blocks.ts';
import type { Draft } from '../storage/conversations/drafts.ts';

/* The views of drafts, for their sender. */

type DraftView = z.output<typeof draftView>;
type DraftRow = Output<typeof viewDrafts>['data'][number];

/** The most characters of a message in a list of drafts. */
const EXCERPT_MAX = 120;

export function draftViewOf(draft: Draft): DraftView {
  const { id, version, recipientId, subject, text, answers, tier, modifiedAt, expiresAt } = draft;
  const { attachments = [] } = draft;
  return {
    id,
    version,
    recipientId,
    messageSubject: subject,
    messageText: text,
    ...(answers && { answers: [...answers] }),
    ...(tier && { tier }),
    ...(attachments.length > 0 && { attachments: [...attachments] }),
    modifiedAt,
    expiresAt: fromSeconds(expiresAt),
  };
}

/**
 * The view of a draft in a list, with the current profile of its recipient. Between two people of whom one blocks the other, it
 * says that no messages are accepted.
 */
export function draftRowOf(
  draft: Draft,
  { user: recipient, blocked }: Reachable = { user: undefined, blocked: false },
): DraftRow {
  const { messageText, answers, tier: _tier, attachments, ...view } = draftViewOf(draft);
  const publicUser = recipient && publicUserOf(recipient);
  return {
    ...view,
    recipientName: publicUser?.fullName ?? DELETED_NAME,
    recipientAvatarUrl: publicUser?.avatarUrl ?? null,
    acceptsMessages:
      recipient !== undefined && isPublic(recipient) && commitmentOf(recipient) > 0 && !blocked,
    ...(attachments && { attachmentCount: attachments.length }),
    excerpt: truncateAtWord(plainText(messageText) || firstAnswer(answers), EXCERPT_MAX),
  };
}

const firstAnswer = (answers: DraftView['answers'] = []): string =>
  oneLine(answers.find((one) => !isBlank(one))?.text ?? '');

/** The refusal of an outdated draft version. Its details hold the current draft, or null if there is none. */
export function draftChangedRefusal(present: Draft | undefined): Refusal {
  return new Refusal('DRAFT_CHANGED', {
    details: { draft: present ? z.encode(draftView, draftViewOf(present)) : null },
  });
}
