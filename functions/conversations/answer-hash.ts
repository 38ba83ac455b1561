import { createHash } from 'node:crypto';
import {
  answerStatement,
  type HashedAnswer,
  hashedLetter,
  hashedText,
  textOfHtml,
} from '#shared/rules/conversations/answer-statement.ts';
import type {
  Declaration,
  RecordingText,
  WritingCounts,
} from '#shared/rules/conversations/written-by.ts';
import type { Message } from '../storage/conversations/messages.ts';
import { newVerificationId, type Verification } from '../storage/conversations/verifications.ts';

/** What the author said about how they wrote an answer. */
export type WritingClaim = {
  readonly declaration?: Declaration | undefined;
  readonly counts?: WritingCounts | undefined;
  /** What its text is of its recording; absent without one. */
  readonly recordingText?: RecordingText | undefined;
};

/** The paid answer with what makes it checkable: its hashes, under a new random id. */
export function withVerification(
  message: Message,
  { declaration, counts, recordingText }: WritingClaim,
): { readonly message: Message; readonly verification: Verification } {
  const { conversationId, id, senderId: authorId, body, sentAt, attachments } = message;
  const verificationId = newVerificationId();
  const claim = {
    ...(declaration && { declaration }),
    ...(counts && { counts }),
    ...(recordingText && { recordingText }),
  };
  const answer: HashedAnswer = {
    verificationId,
    authorId,
    sentAt,
    ...claim,
    ...(attachments && { files: attachments.map((file) => file.sha256) }),
    letterHash: sha256(hashedLetter(conversationId, id, body)),
    textHash: sha256(hashedText(verificationId, textOfHtml(body))),
  };
  const hash = sha256(answerStatement(answer));
  return {
    message: { ...message, written: { verificationId, hash, ...claim } },
    verification: { ...answer, hash },
  };
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64url');
