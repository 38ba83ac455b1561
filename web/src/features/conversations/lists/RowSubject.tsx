import { Mic, Paperclip } from 'lucide-react';
import { plural } from '#shared/messages/plural.ts';
import { clockWords, lengthWords } from '#web/features/voice/voice-words.ts';
import type { InboxRow } from '../conversation.ts';

export type RowSubjectProps = { row: Pick<InboxRow, 'subject' | 'fileCount' | 'voiceSeconds'> };

/*
 * The subject of a row. Before it stand a paper clip with the number of pictures and PDFs, and a microphone with the length of the
 * recording. No thumbnails: they are private, and would move the rows.
 */
export function RowSubject({ row: { subject, fileCount = 0, voiceSeconds } }: RowSubjectProps) {
  return (
    <>
      {fileCount > 0 && (
        <Sign icon={Paperclip} words={String(fileCount)} spoken={plural(fileCount, FILES)} />
      )}
      {voiceSeconds !== undefined && (
        <Sign
          icon={Mic}
          words={clockWords(voiceSeconds)}
          spoken={`voice, ${lengthWords(voiceSeconds)}`}
        />
      )}
      {subject}
    </>
  );
}

const FILES = { one: '# file', other: '# files' };

type SignProps = { icon: typeof Mic; words: string; spoken: string };

/** Isolated, so that the subject keeps its own writing direction. */
function Sign({ icon: Icon, words, spoken }: SignProps) {
  return (
    <bdi className="mr-1.5 tabular-nums">
      <span aria-hidden>
        <Icon className="-mt-0.5 mr-0.5 inline size-3.5" strokeWidth={2.25} />
        {words}
      </span>
      <span className="sr-only">{spoken}, </span>
    </bdi>
  );
}
