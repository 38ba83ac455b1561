import type { ReactNode } from 'react';
import {
  CLARIFICATION_MAX,
  CLARIFICATION_MIN,
  plainText,
} from '#shared/rules/conversations/messages.ts';
import { missingCharacters } from '#shared/rules/text/readable-text.ts';
import { RichTextField } from '../../forms/RichTextField.tsx';
import { useLeaveForm } from '../../shell/leave-form.ts';
import { CharCount } from '../../ui/CharCount.tsx';
import { LETTER_MARKS } from '../../ui/rich-text-marks.ts';
import { EndingForm } from './EndingForm.tsx';
import {
  type Clarification,
  type ClarificationOptions,
  useClarification,
} from './use-clarification.ts';

type ClarificationFormProps = Omit<ClarificationOptions, 'leave'> &
  Omit<ClarificationFieldProps, 'clarification'> & {
    /** The address of the conversation. */
    back: string;
    title: string;
    submit: string;
    note: string;
    tooLateWords?: string;
    /** Shown above the field: what happens next, and the question that is replied to. */
    children: ReactNode;
  };

/** The screen of a clarifying question, and of the reply to it. */
export function ClarificationForm(props: ClarificationFormProps) {
  const { back, title, submit, note, label, placeholder, tooLateWords, children, ...options } =
    props;
  const leave = useLeaveForm('top');
  const clarification = useClarification({ ...options, leave: () => leave(back) });
  return (
    <EndingForm
      {...clarification.ending}
      title={title}
      back={back}
      submit={submit}
      note={note}
      tooLateWords={tooLateWords}
    >
      {children}
      <ClarificationField clarification={clarification} label={label} placeholder={placeholder} />
    </EndingForm>
  );
}

type ClarificationFieldProps = {
  clarification: Clarification;
  label: string;
  placeholder: string;
  /** Puts the focus into the editor. */
  autoFocus?: boolean;
};

/** The text of a clarifying question, or of the reply to it. */
export function ClarificationField({ clarification, ...field }: ClarificationFieldProps) {
  return (
    <RichTextField
      {...field}
      control={clarification.form.control}
      name="messageBody"
      marks={LETTER_MARKS}
      minHeight={160}
      keep={clarification.keep}
      counter={(html) => (
        <CharCount
          count={plainText(html).length}
          missing={missingCharacters(plainText(html), CLARIFICATION_MIN)}
          max={CLARIFICATION_MAX}
        />
      )}
    />
  );
}
