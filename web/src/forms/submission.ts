import { useRef, useState } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { isRefusal } from '../api/client.ts';
import { refusedWords } from '../api/failure-words.ts';
import { useIsPageOpen } from '../shell/open-page.ts';
import { type ToastId, toast } from '../ui/Toast.tsx';
import { useShowErrors } from './show-errors.ts';

/** An error that `send` has shown at its field. The field gets the focus, and the form has no `error` of its own. */
export class ShownAtField extends Error {}

export type Submission<Values> = {
  /** Sends the validated values. Throws the refusal of its call. */
  readonly send: (values: Values) => Promise<unknown>;
  /** The message for a fault without words of its own, shown as a toast. */
  readonly failed: string;
  /**
   * The form's `error` for a fault; undefined shows `failed`. By default the message of a refusal, after the words of the error catalog.
   */
  readonly explain?: (fault: unknown) => string | undefined;
  /** Whether the first invalid field also shows a toast. */
  readonly toastFields?: boolean;
};

/**
 * Submits a form, one request at a time. Field errors of a refusal go to their fields, and the first gets the focus;
 * other refusals become the form's `error`; a fault shows a toast, which the next attempt removes. The input stays. Whoever
 * left the form during the request gets every error as a toast.
 */
export function useSubmission<Fields extends FieldValues, Values>(
  form: UseFormReturn<Fields, unknown, Values>,
  {
    send,
    failed,
    explain = (fault) => refusedWords(failed, fault),
    toastFields = false,
  }: Submission<Values>,
) {
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const underWay = useRef(false);
  const isPageOpen = useIsPageOpen();
  const { showFirstError, showFocusedError } = useShowErrors();
  const said = useRef<ToastId>(undefined);
  const say = (sentence: string) => {
    said.current = toast.error(sentence);
  };
  const takeBack = () => {
    if (said.current !== undefined) toast.takeBack(said.current);
    said.current = undefined;
  };

  const attempt = async (values: Values) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setFault(undefined);
    takeBack();
    try {
      await send(values);
      setSent(true);
    } catch (thrown) {
      if (thrown instanceof ShownAtField)
        return isPageOpen() ? showFirstError() : say(thrown.message);
      const atField = tellFields(form, thrown);
      const words = atField ?? explain(thrown);
      if (words !== undefined && !isPageOpen()) return say(words);
      if (atField !== undefined) showFocusedError();
      if (atField !== undefined) return toastFields ? say(atField) : undefined;
      if (words !== undefined) return setFault(thrown);
      if (!isRefusal(thrown)) console.error(thrown);
      say(failed);
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  const complain = (errors: FieldErrors<Fields>) => {
    showFocusedError();
    if (!toastFields) return;
    const first = Object.keys(form.getValues()).find((name) => errors[name]?.message);
    const sentence = first && errors[first]?.message;
    takeBack();
    if (typeof sentence === 'string') say(sentence);
  };
  return {
    onSubmit: form.handleSubmit(attempt, complain),
    /** Sends values that are not validated again. */
    attempt,
    busy,
    /** Whether an attempt has succeeded; the screen may still be here while the next one loads. */
    sent,
    /** The error of the last attempt, if `explain` has a message for it. */
    fault,
    error: fault === undefined ? undefined : explain(fault),
  };
}

/** Sets the field errors of a refusal and returns the first; undefined if it names no field of this form. */
function tellFields<Fields extends FieldValues, Values>(
  form: UseFormReturn<Fields, unknown, Values>,
  fault: unknown,
): string | undefined {
  if (!isRefusal(fault)) return undefined;
  const known = Object.entries(fault.fields).filter(([name]) => name in form.getValues());
  known.forEach(([name, message], index) => {
    form.setError(name as Path<Fields>, { message }, { shouldFocus: index === 0 });
  });
  return known[0]?.[1];
}
