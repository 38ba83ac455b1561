import { useEffect, useState } from 'react';
import { ANSWER_SECONDS_MAX } from '#shared/rules/attachments/attachments.ts';
import { endVoice, useVoiceInWriting } from '#web/features/voice/use-voice-in-writing.ts';
import { VoiceInAnswer, WordForWord } from '#web/features/voice/VoiceInAnswer.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { useHasThreePanes } from '../../lists/list-pane.ts';
import { type PaidAnswer, spokenRefusal } from './use-paid-answer.ts';

export type AnswerVoiceFieldsProps = { conversation: Conversation; answer: PaidAnswer };

/* The recording of a paid answer, and what its author says of the text beside it. docs/product/attachments.md#voice */
export function AnswerVoiceFields({ conversation, answer }: AnswerVoiceFieldsProps) {
  const { keeper, words } = answer;
  const place = `answer ${conversation.id}`;
  const voice = useVoiceInWriting({
    place,
    fileName: 'Spoken answer.m4a',
    limit: ANSWER_SECONDS_MAX,
    for: { conversationId: conversation.id },
    ids: words.attachments ?? NONE,
    newestIds: () => keeper.state().words.attachments ?? NONE,
    onIds: (ids) => keeper.write({ attachments: ids }),
  });
  const [isConfirmed, setConfirmed] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const text = { recordingText: words.recordingText, isConfirmed };
  useEffect(() => {
    answer.voice.current = {
      isSpoken: voice.kept !== undefined,
      waits: voice.waits,
      text,
      showRefusal: () => setRefused(true),
      end: () => endVoice(place),
    };
  });
  const refusal = isRefused ? spokenRefusal(text) : undefined;
  const reader = firstName(conversation.senderName);
  return (
    <>
      <VoiceInAnswer
        voice={voice}
        hearer={reader}
        inPane={useHasThreePanes()}
        recordingText={words.recordingText}
        onRecordingText={(recordingText) => {
          // The author can confirm a new choice first; sending checks it.
          setRefused(false);
          keeper.write({ recordingText });
        }}
        error={words.recordingText ? undefined : refusal}
      />
      {voice.kept && words.recordingText === 'WORD_FOR_WORD' && (
        <div className="px-(--sheet-side,1rem) pb-2">
          <WordForWord
            checked={isConfirmed}
            onCheckedChange={setConfirmed}
            reader={reader}
            error={refusal}
          />
        </div>
      )}
    </>
  );
}

const NONE: readonly string[] = [];
