import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useId } from 'react';

/*
 * A label, a control, and its hint and error. Controls in this folder take their id and description from the Field
 * around them, so that errors are always announced with their control. Pass `group` for a control with several parts
 * (code boxes, radio cards, an editor).
 */

export type FieldProps = {
  label: string;
  /** Hides the label except for screen readers, if the screen says the same. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  /** Below the control at the right, for example a CharCount. */
  counter?: ReactNode;
  /** Shows "optional" beside the label; all other fields are required. */
  optional?: boolean;
  group?: boolean;
  children: ReactNode;
};

export type FieldControl = {
  id: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  labelId: string | undefined;
};

const FieldContext = createContext<FieldControl>({
  id: undefined,
  'aria-describedby': undefined,
  'aria-invalid': undefined,
  labelId: undefined,
});

/** The attributes that a control gets from the Field around it; without a Field, none. */
export function useField(): FieldControl {
  return use(FieldContext);
}

export function Field(props: FieldProps) {
  const { label, labelHidden, hint, error, counter, optional, group, children } = props;
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const control: FieldControl = {
    id,
    labelId: `${id}-label`,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  };
  const words = (
    <>
      {label}
      {optional && <span className="font-normal text-soft"> (optional)</span>}
    </>
  );
  const labelClass = labelHidden ? 'sr-only' : 'font-semibold text-[0.9375rem]';
  const rows = (
    <>
      <FieldContext value={control}>{children}</FieldContext>
      {(error || hint || counter) && (
        <div className="flex items-start justify-between gap-4 text-[0.875rem]">
          <div className="grid gap-1">
            {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
            {hint && (
              <p id={`${id}-hint`} className="text-soft">
                {hint}
              </p>
            )}
          </div>
          {counter}
        </div>
      )}
    </>
  );
  if (group) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset refuses to be a grid item that shrinks
      <div
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy || undefined}
        className="grid min-w-0 gap-2"
      >
        <span id={`${id}-label`} className={labelClass}>
          {words}
        </span>
        {rows}
      </div>
    );
  }
  return (
    <div className="grid min-w-0 gap-2">
      <label id={`${id}-label`} htmlFor={id} className={labelClass}>
        {words}
      </label>
      {rows}
    </div>
  );
}

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 font-medium text-red-text">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}
