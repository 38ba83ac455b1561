import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useField } from './Field.tsx';
import { BOX } from './TextInput.tsx';

/* A plain text area that grows with its text. Paid messages use the RichTextEditor. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const { labelId: _, ...field } = useField();
  return (
    <textarea
      {...field}
      rows={rows}
      dir="auto"
      {...rest}
      className={classNames(
        BOX,
        'field-sizing-content max-h-[60dvh] min-h-28 resize-none px-4 py-3.5 text-base leading-normal',
        className,
      )}
    />
  );
}
