import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import type { Instant } from '#shared/time.ts';
import { query, useEntity } from '#web/api/queries.ts';
import type { FilesOfMessage } from '#web/features/attachments/shown-files.ts';
import { recencyWords } from '#web/shell/dates.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { RichText } from '#web/ui/RichText.tsx';
import { type Conversation, firstName, type Message } from '../conversation.ts';

const LetterFilesShown = lazyPart<FilesOfMessage>(
  async () => (await import('#web/features/attachments/LetterFilesShown.tsx')).LetterFilesShown,
  ({ files }) => <FilesPlace files={files} />,
);
const AnswerWithPicture = lazyPart(
  async () => (await import('#web/features/attachments/AnswerWithPicture.tsx')).AnswerWithPicture,
  ({ html }) => <RichText html={html} />,
);

export type MessageTextProps = {
  message: Message;
  conversation: Conversation;
  viewerId: string;
  now: Instant;
  /** In the sans font, as replies are. */
  plain?: boolean;
};

/* The text of a message, and under it its pictures and PDFs. */
export function MessageText({ message, conversation, viewerId, now, plain }: MessageTextProps) {
  const { body, attachments = [] } = message;
  const text = <RichText html={body} {...(plain && { plain })} />;
  const isOwn = message.senderId === viewerId;
  const blurred = useBlur(!isOwn && conversation.recipientId === viewerId && hasPicture(message));
  const files = attachments.filter(({ kind }) => kind !== 'voice');
  if (files.length === 0) return text;
  const isSender = conversation.senderId === viewerId;
  const props = {
    conversationId: conversation.id,
    files,
    owner: isOwn ? 'Your' : `${firstName(message.senderName)}’s`,
    sent: `Sent ${recencyWords(message.dateTimeSent, now)}`,
    other: firstName(isSender ? conversation.recipientName : conversation.senderName),
    blurred,
  };
  const isPlaced = files.some(({ position }) => position !== undefined);
  return (
    <>
      {isPlaced ? <AnswerWithPicture {...props} html={body} /> : text}
      <LetterFilesShown {...props} />
      {conversation.filesOpenedAt !== undefined && (
        <p className="mt-3 font-sans text-[0.875rem] text-soft">
          Our team opened the files of this letter because of a report or claim,{' '}
          {recencyWords(conversation.filesOpenedAt, now)}.
        </p>
      )}
    </>
  );
}

const hasPicture = ({ attachments = [] }: Message) =>
  attachments.some(({ kind }) => kind === 'picture');

/** Whether pictures are blurred, which the recipient of letters can ask for; they are until that is known. */
function useBlur(canBe: boolean): boolean {
  const { data } = useEntity({ ...query(viewInboundSettings, {}), enabled: canBe });
  return canBe && data?.blursPictures !== false;
}

/** The place of the files until their part has loaded, as high as they will be. */
function FilesPlace({ files }: Pick<FilesOfMessage, 'files'>) {
  const pictures = files.filter(
    ({ kind, position }) => kind === 'picture' && position === undefined,
  ).length;
  const pdfs = files.filter(({ kind }) => kind === 'pdf').length;
  const across = pictures === 0 ? 0 : pictures % 2 === 0 ? 2 : 1;
  const rows = (pictures - across) / 2;
  const gaps = 4 * Math.max(0, across + rows - 1);
  const ofWidth = across * (174 / 310) + rows * 0.375;
  return (
    <div
      aria-hidden
      className="mt-5"
      style={{ paddingBottom: `calc(${ofWidth * 100}% + ${gaps + pdfs * 76}px)` }}
    />
  );
}
