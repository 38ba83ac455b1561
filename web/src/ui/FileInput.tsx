import type { Ref } from 'react';

/*
 * Asks for one file. Not seen: a button beside it presses it through its `ref`, so that the choice looks and reads like
 * every other button.
 */

export type FileInputProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  /** Kinds of files, as in the HTML attribute. */
  accept: string;
  onPick: (file: File) => unknown;
};

export function FileInput({ ref, label, accept, onPick }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      aria-label={label}
      tabIndex={-1}
      hidden
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        // The same file can be chosen again after this.
        currentTarget.value = '';
        if (file) onPick(file);
      }}
    />
  );
}
