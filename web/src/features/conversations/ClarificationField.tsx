import type { Control } from 'react-hook-form';
import { CLARIFICATION_MAX, plainText } from '../../../../shared/rules/conversations/messages.ts';
import { RichTextField } from '../../forms/RichTextField.tsx';
import { CharCount } from '../../ui/CharCount.tsx';
import { LETTER_MARKS } from '../../ui/rich-text-marks.ts';

type ClarificationFieldProps = {
  control: Control<{ messageBody: string }>;
  label: string;
  placeholder: string;
  /** Keeps the text on the device. */
  keep: (text: string) => void;
};

/** The text of a clarifying question, or of the reply to it. */
export function ClarificationField(props: ClarificationFieldProps) {
  return (
    <RichTextField
      {...props}
      name="messageBody"
      marks={LETTER_MARKS}
      minHeight={160}
      counter={(html) => <CharCount count={plainText(html).length} max={CLARIFICATION_MAX} />}
    />
  );
}
