import { useRef, useState } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { REFUSALS } from '../../../shared/refusals.ts';
import { waitInWords } from '../../../shared/rules/waits.ts';
import { type ToastId, toast } from '../ui/Toast.tsx';
import { isRefusal } from './client.ts';

export type Submission<Values> = {
  /** What happens with the checked values. Throws the refusal of the call it makes. */
  readonly send: (values: Values) => Promise<unknown>;
  /** The sentence for a fault, where the server has no better one. */
  readonly failed: string;
  /** The first wrong field says so in a toast as well. */
  readonly toastFields?: boolean;
};

/**
 * Sends a form once at a time. A refusal goes to the fields it names, the first of them focused; one that names none is
 * the form's `error`; a fault is a toast, which the next try takes back. What was typed stays.
 */
export function useSubmission<Fields extends FieldValues, Values>(
  form: UseFormReturn<Fields, unknown, Values>,
  { send, failed, toastFields = false }: Submission<Values>,
) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const underWay = useRef(false);
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
    setError(undefined);
    takeBack();
    try {
      await send(values);
    } catch (fault) {
      const atField = tellFields(form, fault);
      if (atField !== undefined) return toastFields ? say(atField) : undefined;
      const sentence = sentenceOf(fault);
      if (sentence !== undefined) return setError(sentence);
      if (!isRefusal(fault)) console.error(fault);
      say(failed);
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  const complain = (errors: FieldErrors<Fields>) => {
    const first = Object.keys(form.getValues()).find((name) => errors[name]?.message);
    const sentence = first && errors[first]?.message;
    takeBack();
    if (typeof sentence === 'string') say(sentence);
  };
  return {
    onSubmit: form.handleSubmit(attempt, toastFields ? complain : undefined),
    busy,
    error,
  };
}

/** Puts each sentence at its field, and says the first; undefined where the refusal names no field of this form. */
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

/** The sentence of an expected no; undefined for a fault, about which the screen knows better words. */
export function sentenceOf(fault: unknown): string | undefined {
  if (!isRefusal(fault) || fault.code === 'UNAVAILABLE' || fault.code === 'INTERNAL')
    return undefined;
  const { retryAfter, message } = fault;
  // Where the server has no words of its own for it, how long it takes says more than theirs.
  return retryAfter !== undefined && message === REFUSALS.TOO_MANY_REQUESTS.sentence
    ? `Too many tries. Please try again in ${waitInWords(retryAfter)}.`
    : message;
}
