import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useField } from './Field.tsx';

/* A text input, for a form library's `register` or with value and onChange. */

export const BOX =
  'w-full rounded-card border border-edge bg-card text-ink placeholder:text-soft/80 aria-invalid:border-red ' +
  'focus-visible:outline-offset-0 disabled:opacity-60';

/** Without a box, in an inset Field, which has one. */
export const NO_BOX = 'w-full bg-transparent text-ink outline-none placeholder:text-soft/80';

export type TextInputProps = ComponentProps<'input'> & {
  /** Inside the box, before and after the text: an icon, a button. */
  before?: ReactNode;
  after?: ReactNode;
  /** In an inset Field, whose box it fills. */
  bare?: boolean;
};

export function TextInput({ before, after, bare, className, ...rest }: TextInputProps) {
  const { labelId: _, ...field } = useField();
  const input = (
    <input
      type="text"
      dir="auto"
      {...field}
      {...rest}
      className={classNames(
        bare ? `${NO_BOX} h-9` : `${BOX} h-13 px-4 text-base read-only:bg-tint`,
        before !== undefined && 'pl-11',
        after !== undefined && 'pr-13',
        className,
      )}
    />
  );
  // In an inset Field nothing comes later. Elsewhere what appears beside the text must not mount the input anew: it would lose the focus.
  if (bare) return input;
  return (
    <div className="relative">
      {before !== undefined && (
        <span className="pointer-events-none absolute inset-y-0 left-4 grid place-items-center text-soft">
          {before}
        </span>
      )}
      {input}
      {after !== undefined && (
        <span className="absolute inset-y-0 right-1 grid place-items-center">{after}</span>
      )}
    </div>
  );
}
