import { Controller } from 'react-hook-form';
import {
  BIO_PICTURES_MAX,
  BIO_TEXT_MAX,
  bioLength,
} from '../../../../../../shared/rules/profiles/bios.ts';
import { CharCount } from '../../../../ui/CharCount.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { RichTextEditor } from '../../../../ui/RichTextEditor.tsx';
import { BIO_MARKS } from '../../../../ui/rich-text-marks.ts';
import type { ProfileFields } from './profile-values.ts';

/* The editor for the bio. */
export function BioField({ form }: { form: ProfileFields }) {
  return (
    <Controller
      control={form.control}
      name="userBio"
      render={({ field, fieldState }) => (
        <Field
          label="Bio"
          optional
          group
          error={fieldState.error?.message}
          hint={`Up to ${BIO_PICTURES_MAX} pictures.`}
          counter={<CharCount count={bioLength(field.value)} max={BIO_TEXT_MAX} />}
        >
          <div
            ref={(box) => field.ref(box && { focus: () => focusText(box) })}
            className="grid min-w-0"
          >
            <RichTextEditor
              plain
              marks={BIO_MARKS}
              value={field.value}
              minHeight={180}
              placeholder="What do people ask you about?"
              onValueChange={field.onChange}
              onBlur={field.onBlur}
            />
          </div>
        </Field>
      )}
    />
  );
}

/** The form focuses this box on an error, because the editor's own element is created after the form. */
function focusText(box: HTMLElement) {
  box.querySelector<HTMLElement>('[role=textbox]')?.focus();
}
