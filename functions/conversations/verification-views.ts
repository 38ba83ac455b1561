import type { Output } from '#shared/api/operation.ts';
import type { viewVerification } from '#shared/api/verifications.ts';
import { answerStatement } from '#shared/rules/conversations/answer-statement.ts';
import type { Instant } from '#shared/time.ts';
import { isPublic, userById } from '../storage/accounts/users.ts';
import { type Verification, verificationById } from '../storage/conversations/verifications.ts';
import type { TableReader } from '../storage/table.ts';

export type VerificationView = Output<typeof viewVerification>['data'][number];

export const NO_SUCH_LETTER = 'This address leads to no letter.';

/** What can be checked of an answer, by the id of its page; undefined if there is none. */
export async function verificationViewOf(
  table: TableReader,
  id: string,
  now: Instant,
): Promise<VerificationView | undefined> {
  const verification = await verificationById(table, id);
  return verification && viewOf(verification, await authorOf(table, verification, now));
}

/** The public name of the author; null if the account is blocked or deleted. */
async function authorOf(table: TableReader, { authorId }: Verification, now: Instant) {
  const user = await userById(table, authorId, now);
  return user && isPublic(user) ? { fullName: user.fullName, username: user.username } : null;
}

function viewOf(verification: Verification, author: VerificationView['author']): VerificationView {
  const { sentAt, declaration, counts, recordingText, textHash, hash } = verification;
  return {
    author,
    sentAt,
    declaration: declaration ?? null,
    counts: counts ?? null,
    ...(recordingText && { recordingText }),
    textHash,
    // The statement names the account, so it is hidden with its author.
    statement: author && answerStatement(verification),
    hash: author && hash,
    signature: (author && verification.signature) ?? null,
  };
}
