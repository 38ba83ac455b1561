import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useId } from 'react';

/*
 * A label, a control, and its hint and error. Controls in this folder take their id and description from the Field
 * around them, so that errors are always announced with their control. Pass `group` for a control with several parts
 * (code boxes, an editor), which names and describes itself; `group="radios"` for RadioCards, whose name and description are
 * those of the group.
 */

export type FieldProps = {
  label: string;
  /** Hides the label except for screen readers, if the screen says the same. */
  labelHidden?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  /** Announces the error when it appears: for one that comes while somebody types. One of a submitted form is read with the focus. */
  liveError?: boolean;
  /** The id of a text elsewhere on the screen that also describes the control. */
  describedBy?: string | undefined;
  /** Below the control at the right, for example a CharCount; of an inset field beside the label. */
  counter?: ReactNode;
  /** The counter is below the error, as wide as the control. */
  counterBelow?: boolean | undefined;
  /** Shows "optional" beside the label; all other fields are required. */
  optional?: boolean;
  group?: boolean | 'radios';
  /** The label is small, inside the box that the control fills, as in a form of several rows in one box. */
  inset?: boolean;
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

const LimitContext = createContext<string | undefined>(undefined);

/** The attributes that a control gets from the Field around it; without a Field, none. */
export function useField(): FieldControl {
  return use(FieldContext);
}

/** The id of the text about the limits of the control, which a CharCount has. */
export function useLimitId(): string | undefined {
  return use(LimitContext);
}

export function Field(props: FieldProps) {
  const { label, hint, error, liveError, counter, optional, group, inset, children } = props;
  const id = useId();
  const describedBy = [
    error && `${id}-error`,
    hint && `${id}-hint`,
    counter && `${id}-limit`,
    props.describedBy,
  ]
    .filter(Boolean)
    .join(' ');
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
  const labelClass = labelClassOf(props);
  const limits = <LimitContext value={`${id}-limit`}>{counter}</LimitContext>;
  const boxClass = inset ? 'field-inset grid min-w-0' : 'grid min-w-0 gap-2';
  const rows = (
    <FieldContext value={control}>
      {children}
      {(error || liveError || hint || (counter && !inset)) && (
        <div
          className={
            props.counterBelow
              ? 'count-row grid gap-2 text-[0.875rem]'
              : 'flex items-start justify-between gap-4 text-[0.875rem]'
          }
        >
          <div className="min-w-0">
            <div role={liveError ? 'status' : undefined} className={hint && error ? 'mb-1' : ''}>
              {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
            </div>
            {hint && (
              <p id={`${id}-hint`} className="text-soft">
                {hint}
              </p>
            )}
          </div>
          {!inset && limits}
        </div>
      )}
    </FieldContext>
  );
  if (group) {
    const isChoice = group === 'radios';
    return (
      // A fieldset refuses to be a grid item that shrinks.
      // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only a radiogroup gets aria-invalid
      <div
        role={isChoice ? 'radiogroup' : 'group'}
        aria-describedby={isChoice ? control['aria-describedby'] : undefined}
        aria-invalid={isChoice ? control['aria-invalid'] : undefined}
        aria-labelledby={`${id}-label`}
        className={boxClass}
      >
        <span id={`${id}-label`} className={labelClass}>
          {words}
        </span>
        {rows}
      </div>
    );
  }
  const nameLine = (
    <label id={`${id}-label`} htmlFor={id} className={labelClass}>
      {words}
    </label>
  );
  return (
    <div className={boxClass}>
      {inset && counter ? (
        <div className="flex items-start justify-between gap-4">
          {nameLine}
          {limits}
        </div>
      ) : (
        nameLine
      )}
      {rows}
    </div>
  );
}

function labelClassOf({ labelHidden, inset }: FieldProps): string {
  if (labelHidden) return 'sr-only';
  return inset ? 'text-[0.8125rem] text-soft leading-5' : 'font-semibold text-[0.9375rem]';
}

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 font-medium text-red-text">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}
