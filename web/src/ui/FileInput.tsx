import type { Ref } from 'react';

/* A hidden file input. A button beside it opens it through its `ref`, so that it looks like every other button. */

export type FileInputProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  /** File types, as in the HTML attribute. */
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
        // So that the same file can be chosen again.
        currentTarget.value = '';
        if (file) onPick(file);
      }}
    />
  );
}
