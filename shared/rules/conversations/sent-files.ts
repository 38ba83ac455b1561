import type { SentAttachment } from '../attachments/attachments.ts';
import { otherSide } from './blocked-sides.ts';
import type { Conversation, SentFiles, Side } from './conversations.ts';

/*
 * The attachments of a conversation as lists show them: a number and a length. They are stored with the two people, because a list index
 * projects at most 20 attributes and these are among them. docs/product/conversations.md#lists
 */

type SentMessage = {
  readonly senderId: string;
  readonly attachments?: readonly SentAttachment[];
};

const NO_FILES: SentFiles = { files: 0 };

const authorsSide = ({ sender }: Pick<Conversation, Side>, authorId: string): Side =>
  authorId === sender.id ? 'sender' : 'recipient';

/** The conversation after a message of one of its sides, with the files of that message. */
export function withFilesOf<Known extends Pick<Conversation, Side>>(
  conversation: Known,
  { senderId, attachments = [] }: SentMessage,
): Known {
  if (attachments.length === 0) return conversation;
  const side = authorsSide(conversation, senderId);
  const person = conversation[side];
  const sent = addFiles(person.sent ?? NO_FILES, filesOf(attachments));
  return { ...conversation, [side]: { ...person, sent } };
}

/** The conversation after a reply that only its author sees, with the files of that reply. */
export function withHiddenFilesOf<Known extends Pick<Conversation, Side>>(
  conversation: Known,
  { senderId, attachments = [] }: SentMessage,
): Known {
  const side = authorsSide(conversation, senderId);
  const person = conversation[side];
  if (attachments.length === 0 || !person.hidden) return conversation;
  const files = (person.hidden.files ?? 0) + filesOf(attachments).files;
  return { ...conversation, [side]: { ...person, hidden: { ...person.hidden, files } } };
}

/**
 * The attachments of a conversation as one side's list says them: the number of pictures and PDFs, and the length of the recording, the
 * other side's before one's own.
 */
export function filesSeenBy(
  conversation: Pick<Conversation, Side>,
  side: Side,
): { readonly fileCount?: number; readonly voiceSeconds?: number } {
  const { sent: own = NO_FILES } = conversation[side];
  const { sent: others = NO_FILES } = conversation[otherSide(side)];
  const { files: fileCount, seconds: voiceSeconds } = addFiles(own, others);
  return {
    ...(fileCount > 0 && { fileCount }),
    ...(voiceSeconds !== undefined && { voiceSeconds }),
  };
}

/** Adds files to others. Of two recordings, the second one counts. */
function addFiles(before: SentFiles, { files, seconds = before.seconds }: SentFiles): SentFiles {
  return { files: before.files + files, ...(seconds !== undefined && { seconds }) };
}

function filesOf(attachments: readonly SentAttachment[]): SentFiles {
  const recording = attachments.find(({ kind }) => kind === 'voice');
  const files = attachments.length - (recording ? 1 : 0);
  return { files, ...(recording?.seconds !== undefined && { seconds: recording.seconds }) };
}
