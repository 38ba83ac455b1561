import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { handOverDeskItem, viewDeskColleagues } from '#shared/api/desk-work.ts';
import { deskReason, REASON_MAX } from '#shared/rules/desk/decisions.ts';
import { call } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { useSubmission } from '../../forms/submission.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { toast } from '../../ui/Toast.tsx';
import type { ItemRef } from './desk-list.ts';

/** The choice that gives the item to nobody. */
const LIST = 'LIST';

const schemaOf = (isDanger: boolean) =>
  z.object({
    to: z.string('Please choose one').check(z.minLength(1, 'Please choose one')),
    reason: isDanger ? z.string() : deskReason,
  });

export type HandOverDialogProps = {
  item: ItemRef;
  /** Then no reason is asked for: nobody has to say why they cannot read it. */
  isDanger: boolean;
  onClose: () => void;
  onDone: () => void;
};

/** Asks to whom an item is handed: a colleague who may decide about it, or back to the list. */
export function HandOverDialog({ item, isDanger, onClose, onDone }: HandOverDialogProps) {
  const colleagues = useQuery(query(viewDeskColleagues, item));
  const once = useSendOnce();
  const form = useForm({
    resolver: zodResolver(schemaOf(isDanger)),
    defaultValues: { to: '', reason: '' },
  });
  const { field, fieldState } = useController({ control: form.control, name: 'to' });
  const { onSubmit, busy, error } = useSubmission(form, {
    failed: 'It may have been handed over. Trying again doesn’t do it twice.',
    send: async ({ to, reason }) => {
      const input = {
        ...item,
        ...(to !== LIST && { toUserId: to }),
        ...(isDanger ? {} : { reason }),
      };
      const { data } = await once.send((options) => call(handOverDeskItem, input, options));
      if (data[0]) toast.success(data[0].message);
      onClose();
      onDone();
    },
  });
  const choices = useRef<HTMLDivElement>(null);
  const isKnown = !colleagues.isPending;
  // The dialog opens before the colleagues are known, so the first choice gets the focus when it is there.
  useEffect(() => {
    if (isKnown) choices.current?.querySelector('input')?.focus();
  }, [isKnown]);
  const options = [
    ...(colleagues.data?.data ?? []).map(({ id, fullName }) => ({ value: id, label: fullName })),
    { value: LIST, label: 'Back to the list', hint: 'For whoever comes next, and not for you.' },
  ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Hand it over">
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        {colleagues.isPending ? (
          <p className="text-soft">Looking who may decide about it…</p>
        ) : (
          <div ref={choices}>
            <Field label="To" group="radios" error={fieldState.error?.message}>
              <RadioCards value={field.value} onValueChange={field.onChange} options={options} />
            </Field>
          </div>
        )}
        {isDanger ? (
          <p className="text-soft">No reason is needed.</p>
        ) : (
          <Field
            label="Reason"
            hint="Only staff read it."
            error={form.formState.errors.reason?.message}
          >
            <TextArea rows={2} {...form.register('reason')} maxLength={REASON_MAX} />
          </Field>
        )}
        {error && (
          <p role="alert" className="font-medium text-red-text">
            {error}
          </p>
        )}
        <Button type="submit" busy={busy} disabled={colleagues.isPending}>
          Hand it over
        </Button>
      </form>
    </Dialog>
  );
}
