import { zodResolver } from '@hookform/resolvers/zod';
import { useController, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { deskReason } from '#shared/rules/desk/decisions.ts';
import type { CallOptions } from '../../api/client.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { useSubmission } from '../../forms/submission.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { toast } from '../../ui/Toast.tsx';
import { sendFromDesk } from './send-from-desk.ts';
import { reasonKey } from './UnsentReason.tsx';

/** The message for a fault without words of its own. */
export const MAY_BE_SAVED =
  'Something went wrong, and your decision may have been saved. It’s safe to try again; it won’t apply twice.';

/** What staff fill in to decide. `unchosen`: the error while nothing is chosen. */
export const decisionSchema = (unchosen: string) =>
  z.object({
    /** Empty until something is chosen: nothing is, at first. */
    choice: z.string().check(z.minLength(1, unchosen)),
    reason: deskReason,
  });

const SCHEMA = decisionSchema('Please choose a decision');

export type DecisionOptions<Decided> = {
  /** Names the draft of the reason on this device. */
  id: string;
  schema?: typeof SCHEMA;
  send: (
    values: { readonly choice: string; readonly reason: string },
    options: CallOptions,
  ) => Promise<{ data: readonly Decided[] }>;
  /** Called before the decision is sent; true keeps it from being sent. */
  isEarly?: () => boolean;
  /** Called with the response; by default its message is shown as a toast. */
  onDecided?: (decided: Decided) => void;
};

export type Decision = ReturnType<typeof useDecision>;

/**
 * The state of a form in which staff choose a decision and write its reason. The reason stays on the device until it is sent. Afterwards
 * the form is empty again.
 */
export function useDecision<Decided extends { readonly message: string }>({
  id,
  schema = SCHEMA,
  send,
  isEarly,
  onDecided = ({ message }) => toast.success(message),
}: DecisionOptions<Decided>) {
  const draftKey = reasonKey(id);
  const draft = useDraft(draftKey);
  const once = useSendOnce(draftKey);
  const form = useForm({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    defaultValues: { choice: '', reason: draft.read() },
  });
  const { control } = form;
  const { field, fieldState } = useController({ control, name: 'choice' });
  const reason = useWatch({ control, name: 'reason' });
  const { onSubmit, busy, error } = useSubmission(form, {
    failed: MAY_BE_SAVED,
    send: async (values) => {
      if (isEarly?.()) return;
      await sendFromDesk(draft, async () => {
        const { data } = await once.send((options) => send(values, options));
        draft.clear();
        form.reset({ choice: '', reason: '' });
        if (data[0]) onDecided(data[0]);
      });
    },
  });
  const { errors, submitCount } = form.formState;
  return {
    /** Empty while nothing is chosen. */
    choice: field.value,
    choose: field.onChange,
    choiceError: fieldState.error?.message,
    reason,
    reasonError: errors.reason?.message,
    reasonField: form.register('reason', {
      onChange: (event) => draft.write(event.target.value),
    }),
    onSubmit,
    submitCount,
    busy,
    error,
  };
}
