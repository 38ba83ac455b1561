import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useField } from './Field.tsx';
import { fitHeight } from './fit-height.ts';
import { NO_FILES_HERE, pastedFiles } from './pasted-files.ts';
import { BOX, NO_BOX } from './TextInput.tsx';
import { toast } from './Toast.tsx';

export type TextAreaProps = ComponentProps<'textarea'> & {
  /** In an inset Field, whose box it fills. */
  bare?: boolean;
};

/* A plain text area that grows with its text. Paid messages use the RichTextEditor. */
export function TextArea({
  className,
  bare,
  rows = 4,
  onPaste,
  onInput,
  onFocus,
  ...rest
}: TextAreaProps) {
  const { labelId: _, ...field } = useField();
  return (
    <textarea
      {...field}
      rows={rows}
      dir="auto"
      {...rest}
      onInput={(event) => {
        fitHeight(event.currentTarget);
        onInput?.(event);
      }}
      // A form may have put a kept text into the box.
      onFocus={(event) => {
        fitHeight(event.currentTarget);
        onFocus?.(event);
      }}
      onPaste={(event) => {
        onPaste?.(event);
        if (pastedFiles(event.clipboardData).length === 0 || event.defaultPrevented) return;
        // The browser would paste their names.
        event.preventDefault();
        toast.error(NO_FILES_HERE);
      }}
      className={classNames(
        bare ? `${NO_BOX} min-h-9 py-1` : `${BOX} min-h-28 px-4 py-3.5 text-base leading-normal`,
        'field-sizing-content max-h-[60dvh] resize-none',
        className,
      )}
    />
  );
}
