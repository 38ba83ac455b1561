import { ChevronLeft } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { REASON_MAX } from '#shared/rules/desk/decisions.ts';
import { Button, type ButtonVariant } from '../../ui/Button.tsx';
import { CharCount } from '../../ui/CharCount.tsx';
import { Field, type FieldProps } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { Key } from './Key.tsx';
import type { Decision } from './use-decision.ts';

/* What the forms share in which staff decide. docs/product/desk.md#claims */

const INVALID = '[data-invalid] input, [aria-invalid="true"]';

/**
 * Focuses the first invalid field after each attempt to send the form, as it is on the screen; the form itself knows only the order of
 * registration. Returns the ref of the form.
 */
export function useFocusOnInvalid(submitCount: number): RefObject<HTMLFormElement | null> {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) ref.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [submitCount]);
  return ref;
}

export type ReasonFieldProps = Pick<FieldProps, 'hint' | 'error'> & {
  label?: string;
  rows: number;
  /** The typed text, whose characters are counted; undefined for no counter. */
  counted?: string;
  field: UseFormRegisterReturn<'reason'>;
};

/** The reason of a decision. `hint` says who reads it. */
export function ReasonField({
  label = 'Reason',
  hint,
  error,
  rows,
  counted,
  field,
}: ReasonFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      counter={counted !== undefined && <CharCount count={counted.length} max={REASON_MAX} />}
    >
      <TextArea data-desk-key="r" rows={rows} {...field} maxLength={REASON_MAX} />
    </Field>
  );
}

export type DecisionFormProps = {
  decision: Decision;
  /** What the button does that sends the decision. */
  submit: string;
  variant?: ButtonVariant;
  /** Below that button. */
  below?: ReactNode;
  /** The words of the button that returns to what is decided about, on a phone. */
  backWords?: string;
  onBack: () => void;
  children: ReactNode;
};

/** The form beside what is decided about; on a phone it is the next step, with its buttons at the foot. */
export function DecisionForm({
  decision: { submitCount, onSubmit, busy, error },
  submit,
  variant = 'primary',
  below,
  backWords = 'Read it again',
  onBack,
  children,
}: DecisionFormProps) {
  return (
    <form
      ref={useFocusOnInvalid(submitCount)}
      noValidate
      onSubmit={onSubmit}
      className="grid gap-4 wide:flex wide:min-h-0 wide:flex-col"
    >
      <Button
        size="md"
        variant="quiet"
        className="justify-self-start wide:hidden"
        icon={<ChevronLeft aria-hidden size={18} />}
        onClick={onBack}
      >
        {backWords}
      </Button>
      {/* With room for the outline of what has the focus. */}
      <div className="grid gap-4 wide:-m-1 wide:min-h-0 wide:overflow-y-auto wide:p-1">
        {children}
        {error && (
          <p role="alert" className="font-medium text-red-text">
            {error}
          </p>
        )}
      </div>
      <div className="action-bar safe-bottom sticky bottom-(--keyboard-height) z-20 -mx-5 grid gap-2 border-rule border-t bg-card px-5 pt-3 max-[22.5rem]:-mx-4 wide:static wide:mx-0 wide:border-0 wide:bg-transparent wide:px-0">
        <Button type="submit" block busy={busy} variant={variant}>
          <span className="inline-flex items-center gap-2">
            {submit} <Key onInk>Ctrl ↵</Key>
          </span>
        </Button>
        {below}
      </div>
    </form>
  );
}
