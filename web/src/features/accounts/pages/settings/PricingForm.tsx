import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import type { Output } from '#shared/api/operation.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { refresh, useEntity } from '#web/api/queries.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { pricingQueries } from '../account-queries.ts';

/* The page and the form of the screens that change prices or availability. Both lead back to the overview. */

export type PricingSettings = Output<typeof viewInboundSettings>['data'][number];

export type PricingPageProps = {
  title: string;
  /** The error message if the settings do not load. */
  failed: string;
  children: (settings: PricingSettings) => ReactNode;
};

/** Shows its children once the settings are loaded. */
export function PricingPage({ title, failed, children }: PricingPageProps) {
  return (
    <QueryPage
      title={title}
      back={paths.inboundMessageConfig()}
      query={useEntity(pricingQueries().pricing)}
      failed={failed}
      skeleton={<CardSkeleton height={320} />}
    >
      {children}
    </QueryPage>
  );
}

export type PricingFormProps<Fields extends FieldValues, Values> = {
  title: string;
  form: UseFormReturn<Fields, unknown, Values>;
  /** Deletes the draft of the form, once it is saved. */
  clearDraft: () => void;
  save: (values: Values) => Promise<unknown>;
  /** The message for a fault while saving. */
  failed: string;
  /** A sentence that says what happens to messages that are paid already. */
  note: string;
  children: ReactNode;
};

/** The form, with Save and Cancel. What is saved shows everywhere at once. */
export function PricingForm<Fields extends FieldValues, Values>(
  props: PricingFormProps<Fields, Values>,
) {
  const { title, form, clearDraft, save, failed, note, children } = props;
  const leave = useLeaveForm();
  const back = paths.inboundMessageConfig();
  const submission = useSubmission(form, {
    failed,
    send: async (values) => {
      await save(values);
      clearDraft();
      await refresh(viewInboundSettings, viewUserProfile);
      toast.success('Saved');
      leave(back);
    },
  });
  return (
    <FormPage
      title={title}
      back={back}
      {...submission}
      submit="Save"
      secondary={
        <Button variant="quiet" block render={<Link to={back} />}>
          Cancel
        </Button>
      }
      note={note}
    >
      {children}
    </FormPage>
  );
}
