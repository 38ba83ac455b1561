import { zodResolver } from '@hookform/resolvers/zod';
import { Plus } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { updatePrompts } from '#shared/api/prompts.ts';
import { PROMPTS_MAX } from '#shared/rules/conversations/prompts.ts';
import { promptList } from '#shared/rules/conversations/prompts-schema.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { useRowFocus } from '#web/forms/row-focus.ts';
import { Button } from '#web/ui/Button.tsx';
import { pricingQueries } from '../account-queries.ts';
import { PricingForm, PricingPage } from './PricingForm.tsx';
import { type PromptsFormState, QuestionFields, type TypedPrompt } from './QuestionFields.tsx';

export const loader = queryLoader(pricingQueries);

const TITLE = 'Questions to senders';

/* Changes the questions that senders answer. docs/product/profiles.md#prompts */
export function Component() {
  return (
    <PricingPage title={TITLE} failed="We couldn’t load your questions.">
      {({ prompts = [] }) => <PromptsForm prompts={prompts} />}
    </PricingPage>
  );
}

const formSchema = z.object({ prompts: promptList });

const NO_PROMPT: TypedPrompt = { question: '', required: true };

function PromptsForm({ prompts }: { prompts: TypedPrompt[] }) {
  const { form, clearDraft } = useDraftForm<PromptsFormState>({
    draftKey: 'prompts',
    resolver: zodResolver(formSchema),
    defaultValues: { prompts },
  });
  const typed = useWatch({ control: form.control, name: 'prompts' });
  const focus = useRowFocus();
  const change = (next: TypedPrompt[]) => {
    form.setValue('prompts', next, { shouldDirty: true });
    form.clearErrors();
  };
  return (
    <PricingForm
      title={TITLE}
      form={form}
      clearDraft={clearDraft}
      save={(values) => call(updatePrompts, values)}
      failed="Error while saving your questions. Please try again."
      note="Letters that were already sent keep the questions they answer."
    >
      <p className="text-soft">
        Whoever writes to you answers these first. You read the answers at the beginning of the
        letter.
      </p>
      <div ref={focus.rows} className="contents">
        {typed.map((_, index) => (
          <QuestionFields
            // Questions have no identity of their own: their place is all there is.
            // biome-ignore lint/suspicious/noArrayIndexKey: all fields are controlled
            key={index}
            form={form}
            index={index}
            onRemove={(title) => {
              focus.removed(title);
              change(form.getValues('prompts').filter((_one, nth) => nth !== index));
            }}
          />
        ))}
      </div>
      {typed.length < PROMPTS_MAX && (
        <Button
          ref={focus.adder}
          variant="quiet"
          icon={<Plus aria-hidden size={18} />}
          onClick={() => {
            focus.added(typed.length);
            change([...form.getValues('prompts'), NO_PROMPT]);
          }}
        >
          Add a question
        </Button>
      )}
    </PricingForm>
  );
}
