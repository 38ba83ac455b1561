import type { ReactNode } from 'react';
import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  useController,
} from 'react-hook-form';
import { Field } from '../ui/Field.tsx';
import { RichTextEditor } from '../ui/RichTextEditor.tsx';
import type { RichTextEditorProps } from '../ui/rich-text-editor-props.ts';

export type RichTextFieldProps<Fields extends FieldValues, Values> = Pick<
  RichTextEditorProps,
  'autoFocus' | 'bare' | 'marks' | 'minHeight' | 'onInput' | 'placeholder' | 'plain' | 'tools'
> & {
  control: Control<Fields, unknown, Values>;
  name: FieldPathByValue<Fields, string>;
  label: string;
  labelHidden?: boolean;
  optional?: boolean;
  hint?: string;
  counter: (html: string) => ReactNode;
  /** Keeps what is typed as a draft. */
  keep?: (html: string) => void;
};

/** A rich-text editor as a field of a form. */
export function RichTextField<Fields extends FieldValues, Values>(
  props: RichTextFieldProps<Fields, Values>,
) {
  const { control, name, label, labelHidden, optional, hint, counter, keep, ...editor } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Field
      label={label}
      labelHidden={labelHidden}
      counterBelow={props.bare}
      optional={optional}
      group
      hint={hint}
      error={fieldState.error?.message}
      counter={counter(field.value)}
    >
      <div
        ref={(box) => field.ref(box && { focus: () => focusText(box) })}
        className="grid min-w-0"
      >
        <RichTextEditor
          {...editor}
          value={field.value}
          onBlur={field.onBlur}
          onValueChange={(html) => {
            field.onChange(html);
            keep?.(html);
          }}
        />
      </div>
    </Field>
  );
}

/** The form focuses this box on an error, because the editor's own element is created after the form. */
function focusText(box: HTMLElement) {
  box.scrollIntoView({ block: 'center' });
  box.querySelector<HTMLElement>('[role=textbox]')?.focus({ preventScroll: true });
}
