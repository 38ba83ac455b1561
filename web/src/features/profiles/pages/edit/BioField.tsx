import { BIO_PICTURES_MAX, BIO_TEXT_MAX, bioLength } from '#shared/rules/profiles/bios.ts';
import { RichTextField } from '#web/forms/RichTextField.tsx';
import { CharCount } from '#web/ui/CharCount.tsx';
import { BIO_MARKS } from '#web/ui/rich-text-marks.ts';
import type { ProfileFields } from './profile-values.ts';

/* The editor for the bio. */
export function BioField({ form }: { form: ProfileFields }) {
  return (
    <RichTextField
      control={form.control}
      name="userBio"
      label="Bio"
      optional
      plain
      marks={BIO_MARKS}
      minHeight={180}
      placeholder="What do people ask you about?"
      hint={`Up to ${BIO_PICTURES_MAX} pictures.`}
      counter={(html) => <CharCount count={bioLength(html)} max={BIO_TEXT_MAX} />}
    />
  );
}
