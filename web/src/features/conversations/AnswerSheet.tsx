import { BookMarked } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { readableLength } from '#shared/rules/text/readable-text.ts';
import { RichTextField, type RichTextFieldProps } from '../../forms/RichTextField.tsx';
import { CountLine } from '../../ui/CharCount.tsx';
import { LETTER_MARKS } from '../../ui/rich-text-marks.ts';
import { type AnswerWords, isEmptyAnswer } from './answers/device-answer-draft.ts';
import { DraftStatus, type DraftStatusProps } from './drafts/DraftStatus.tsx';

export type AnswerSheetProps<Fields extends FieldValues, Values> = Pick<
  RichTextFieldProps<Fields, Values>,
  'autoFocus' | 'control' | 'keep' | 'label' | 'name' | 'onInput' | 'placeholder'
> & {
  /** How many readable characters it needs; 0 for any length. */
  min: number;
  /** Whether the text is saved; undefined if it can no longer be sent. */
  draft: (DraftStatusProps['state'] & { readonly words: AnswerWords }) | undefined;
  /** Opens the saved replies; undefined if there are none to choose. */
  onSavedReplies?: (() => void) | undefined;
  /** The recording, above the text. */
  voice?: ReactNode;
  /** The pictures and PDFs, at the foot of the sheet. */
  files?: ReactNode;
};

/*
 * The editor of a paid answer, as a sheet of letter paper: tools, text, and a line that fills toward the length it needs. Above the
 * keyboard of a phone the tools are one row with the count and Done, and the text has the rest: paper.css.
 */
export function AnswerSheet<Fields extends FieldValues, Values>(
  props: AnswerSheetProps<Fields, Values>,
) {
  const { min, draft, onSavedReplies, voice, files, ...field } = props;
  const lengthOf = (html: string) =>
    min > 0 ? readableLength(plainText(html)) : plainText(html).length;
  return (
    <div className="answer-sheet letter">
      {voice && <div className="answer-voice">{voice}</div>}
      <RichTextField
        {...field}
        bare
        labelHidden
        marks={LETTER_MARKS}
        minHeight={200}
        tools={
          <>
            {onSavedReplies && <SavedRepliesTool onPress={onSavedReplies} />}
            <DoneTool />
          </>
        }
        counter={(html) => (
          <CountLine
            count={lengthOf(html)}
            min={min}
            beside={
              draft && (
                <DraftStatus
                  state={draft}
                  isEmpty={isEmptyAnswer(draft.words)}
                  saved="Saved, on all your devices."
                />
              )
            }
          />
        )}
      />
      {files && <div className="-mb-4 mt-3 border-rule border-t">{files}</div>}
    </div>
  );
}

const TOOL =
  'flex min-h-11 items-center gap-2 rounded-[10px] px-2.5 font-semibold text-[0.9375rem]';

function SavedRepliesTool({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={`saved-replies-tool ml-auto hover:bg-tint ${TOOL}`}
    >
      <BookMarked aria-hidden className="size-5 text-soft" />
      <span className="max-[26rem]:sr-only">Saved replies</span>
    </button>
  );
}

/** Closes the keyboard of a phone, so that the bar of the screen comes back. Only there is it visible. */
function DoneTool() {
  return (
    <button
      type="button"
      tabIndex={-1}
      // Before the press would move the focus and the page.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }}
      className={`done-tool ml-auto bg-ink text-paper ${TOOL}`}
    >
      Done
    </button>
  );
}
