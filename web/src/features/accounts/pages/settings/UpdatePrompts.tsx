import { zodResolver } from '@hookform/resolvers/zod';
import { Plus } from 'lucide-react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { viewInboundSettings } from '../../../../../../shared/api/inbound-settings.ts';
import { viewUserProfile } from '../../../../../../shared/api/profiles.ts';
import { updatePrompts } from '../../../../../../shared/api/prompts.ts';
import { promptList } from '../../../../../../shared/rules/conversations/prompt-fields.ts';
import { PROMPTS_MAX } from '../../../../../../shared/rules/conversations/prompts.ts';
import { call } from '../../../../api/client.ts';
import { refresh, useEntity } from '../../../../api/queries.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useSubmission } from '../../../../forms/submission.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { QueryPage } from '../../../../shell/QueryPage.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { CardSkeleton } from '../../../../ui/Skeletons.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { pricingQueries } from '../account-queries.ts';
import { type PromptsFormState, QuestionFields, type TypedPrompt } from './QuestionFields.tsx';

export const loader = queryLoader(pricingQueries);

const TITLE = 'Questions to senders';

/* Changes the questions that senders answer. docs/product/profiles.md#prompts */
export function Component() {
  const pricing = useEntity(pricingQueries().pricing);
  return (
    <QueryPage
      title={TITLE}
      back={paths.inboundMessageConfig()}
      query={pricing}
      failed="We could not load your questions."
      skeleton={<CardSkeleton height={320} />}
    >
      {({ prompts = [] }) => <PromptsForm prompts={prompts} />}
    </QueryPage>
  );
}

const formSchema = z.object({ prompts: promptList });

const NO_PROMPT: TypedPrompt = { question: '', required: true };

function PromptsForm({ prompts }: { prompts: TypedPrompt[] }) {
  const navigate = useNavigate();
  const form: UseFormReturn<PromptsFormState> = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { prompts },
  });
  const typed = useWatch({ control: form.control, name: 'prompts' });
  const submission = useSubmission(form, {
    failed: 'Error while saving your questions. Please try again.',
    send: async (values) => {
      await call(updatePrompts, values);
      await refresh(viewInboundSettings, viewUserProfile);
      toast.success('Saved');
      navigate(paths.inboundMessageConfig());
    },
  });
  const change = (next: TypedPrompt[]) => {
    form.setValue('prompts', next, { shouldDirty: true });
    form.clearErrors();
  };
  return (
    <FormPage
      title={TITLE}
      back={paths.inboundMessageConfig()}
      {...submission}
      submit="Save"
      secondary={
        <Button variant="quiet" block render={<Link to={paths.inboundMessageConfig()} />}>
          Cancel
        </Button>
      }
      note="Messages that were sent already keep the questions they answer."
    >
      <p className="text-soft">
        Whoever writes to you answers these first. You read the answers at the beginning of the
        message.
      </p>
      {typed.map((_, index) => (
        <QuestionFields
          // Questions have no identity of their own: their place is all there is.
          // biome-ignore lint/suspicious/noArrayIndexKey: all fields are controlled
          key={index}
          {...{ form, index }}
          onRemove={() => change(form.getValues('prompts').filter((_one, nth) => nth !== index))}
        />
      ))}
      {typed.length < PROMPTS_MAX && (
        <Button
          variant="quiet"
          icon={<Plus aria-hidden size={18} />}
          onClick={() => change([...form.getValues('prompts'), NO_PROMPT])}
        >
          Add a question
        </Button>
      )}
    </FormPage>
  );
}
