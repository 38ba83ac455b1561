import { type UseFormReturn, useWatch } from 'react-hook-form';
import {
  MESSAGE_MIN,
  plainText,
  SUBJECT_MAX,
  SUBJECT_MIN,
} from '#shared/rules/conversations/messages.ts';
import {
  missingCharacters,
  readableColumns,
  readableLength,
} from '#shared/rules/text/readable-text.ts';
import { RichTextField } from '../../forms/RichTextField.tsx';
import { CharCount, CountLine } from '../../ui/CharCount.tsx';
import { Field } from '../../ui/Field.tsx';
import { LETTER_MARKS } from '../../ui/rich-text-marks.ts';
import { TextInput } from '../../ui/TextInput.tsx';

type MessageWords = { messageSubject: string; messageText: string };

export type MessageFieldsProps<Values> = {
  form: UseFormReturn<MessageWords, unknown, Values>;
  placeholder: string;
  /** Whether the caret is in the subject from the start. */
  autoFocus?: boolean;
  /** The fewest characters of the text. */
  minimum?: number;
  /** Keep what is typed as a draft. */
  keepSubject: (subject: string) => void;
  keepText: (text: string) => void;
};

/* The subject and the text of a new message, as rows of one sheet (`sheet-rows`). */
export function MessageFields<Values>(props: MessageFieldsProps<Values>) {
  const { form, placeholder, autoFocus, minimum = MESSAGE_MIN, keepSubject, keepText } = props;
  const subject = useWatch({ control: form.control, name: 'messageSubject' });
  return (
    <>
      <Field
        label="Subject"
        inset
        error={form.formState.errors.messageSubject?.message}
        counter={
          <CharCount
            count={subject.length}
            missing={missingCharacters(subject, SUBJECT_MIN, readableColumns)}
            max={SUBJECT_MAX}
          />
        }
      >
        <TextInput
          bare
          autoFocus={autoFocus}
          className="font-semibold font-serif text-lg"
          {...form.register('messageSubject', {
            onChange: ({ target }) => keepSubject(target.value),
          })}
          maxLength={SUBJECT_MAX}
          enterKeyHint="next"
          autoComplete="off"
          placeholder="What is it about?"
        />
      </Field>
      <div className="sheet-text">
        <RichTextField
          control={form.control}
          name="messageText"
          label="Message"
          labelHidden
          bare
          marks={LETTER_MARKS}
          minHeight={220}
          placeholder={placeholder}
          counter={(html) => <CountLine count={readableLength(plainText(html))} min={minimum} />}
          keep={keepText}
        />
      </div>
    </>
  );
}
