import { Field } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';

export type AdditionalInformationProps = { value: string; onValueChange: (value: string) => void };

/** An optional comment on the reason for ending a conversation. docs/product/conversations.md#reporting */
export function AdditionalInformation({ value, onValueChange }: AdditionalInformationProps) {
  return (
    <Field label="Additional Information?" optional>
      <TextArea
        value={value}
        maxLength={2_000}
        onChange={(event) => onValueChange(event.currentTarget.value)}
      />
    </Field>
  );
}
