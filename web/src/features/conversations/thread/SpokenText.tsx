import type { ReactNode } from 'react';
import type { VoiceOnLetterProps } from '#web/features/voice/VoiceOnLetter.tsx';
import { clockWords, lengthWords } from '#web/features/voice/voice-words.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { type Conversation, firstName, type Message } from '../conversation.ts';

const VoiceOnLetter = lazyPart<VoiceOnLetterProps>(
  async () => (await import('#web/features/voice/VoiceOnLetter.tsx')).VoiceOnLetter,
  ({ children }) => (
    <>
      <div className="min-h-31" />
      {children}
    </>
  ),
);

export type SpokenTextProps = {
  message: Message;
  conversation: Conversation;
  /** The text. */
  children: ReactNode;
};

/* The text of a letter or an answer, under its recording if it has one. */
export function SpokenText({ message, conversation, children }: SpokenTextProps) {
  const recording = message.attachments?.find(({ kind }) => kind === 'voice');
  if (!recording) return children;
  const name = firstName(message.senderName);
  const isAnswer = message.kind !== 'QUESTION';
  const recordingText = message.written?.recordingText;
  return (
    <VoiceOnLetter
      conversationId={conversation.id}
      recording={recording}
      label={`${isAnswer ? 'Answer' : 'Letter'} of ${name}, ${lengthWords(recording.seconds ?? 0)}`}
      name={name}
      recordingText={recordingText}
      mark={
        message.kind === 'PAID_RESPONSE' && conversation.claim?.improvedAt
          ? 'Recorded before the improvement.'
          : undefined
      }
      foot={recordingText && spokenFoot(message, name)}
    >
      {children}
    </VoiceOnLetter>
  );
}

/** `Spoken for 0:46 and typed by Ana · voice and text signed together`. */
function spokenFoot({ attachments = [], written }: Message, name: string): string {
  const seconds = attachments.find(({ kind }) => kind === 'voice')?.seconds ?? 0;
  const spoken =
    written?.recordingText === 'IN_SHORT'
      ? `Spoken for ${clockWords(seconds)}, and in short written by ${name}`
      : `Spoken for ${clockWords(seconds)} and typed by ${name}`;
  return written?.signedAt ? `${spoken} · voice and text signed together` : spoken;
}
