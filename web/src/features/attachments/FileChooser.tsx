import type { Ref } from 'react';
import { ACCEPTED } from './chosen-file.ts';

export type FileChooserProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
};

/** A hidden input for files, which a button beside it opens: the phone offers its camera, its photos and its files. */
export function FileChooser({ ref, label, multiple, onFiles }: FileChooserProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={ACCEPTED}
      multiple={multiple}
      aria-label={label}
      tabIndex={-1}
      hidden
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // So that the same file can be chosen again.
        currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
