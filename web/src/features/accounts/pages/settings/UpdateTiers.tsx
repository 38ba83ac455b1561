import { zodResolver } from '@hookform/resolvers/zod';
import { Plus } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { updateTiers } from '#shared/api/offers.ts';
import { toDollars } from '#shared/money.ts';
import { PAID_RESPONSE_MIN } from '#shared/rules/conversations/messages.ts';
import { TIERS_MAX } from '#shared/rules/conversations/tiers.ts';
import { tierList } from '#shared/rules/conversations/tiers-schema.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { useRowFocus } from '#web/forms/row-focus.ts';
import { Button } from '#web/ui/Button.tsx';
import { pricingQueries } from '../account-queries.ts';
import { PricingForm, PricingPage, type PricingSettings } from './PricingForm.tsx';
import { TierFields, type TiersFormState, type TypedTier } from './TierFields.tsx';

export const loader = queryLoader(pricingQueries);

const TITLE = 'Tiers';

/* Changes what the user offers at which price. docs/product/profiles.md#tiers */
export function Component() {
  return (
    <PricingPage title={TITLE} failed="We couldn’t load your prices.">
      {(settings) => <TiersForm settings={settings} />}
    </PricingPage>
  );
}

const formSchema = z.object({ tiers: tierList });

const NO_TIER: TypedTier = {
  name: '',
  price: '',
  promise: '',
  minimumLength: String(PAID_RESPONSE_MIN),
};

const typedTiers = ({ tiers = [] }: PricingSettings): TypedTier[] =>
  tiers.map((tier) => ({
    ...tier,
    price: toDollars(tier.price).toFixed(2),
    minimumLength: String(tier.minimumLength),
  }));

function TiersForm({ settings }: { settings: PricingSettings }) {
  const draft = useDraftForm({
    draftKey: 'tiers',
    resolver: zodResolver(formSchema) as never,
    defaultValues: { tiers: typedTiers(settings) },
  });
  const form: TiersFormState = draft.form as never;
  const tiers = useWatch({ control: form.control, name: 'tiers' });
  const focus = useRowFocus();
  const change = (next: TypedTier[]) => {
    form.setValue('tiers', next, { shouldDirty: true });
    form.clearErrors();
  };
  return (
    <PricingForm
      title={TITLE}
      form={form}
      clearDraft={draft.clearDraft}
      save={(values) => call(updateTiers, values)}
      failed="Error while saving your tiers. Please try again."
      note="Letters that are already paid for stay as they were bought."
    >
      <p className="text-soft">
        {tiers.length === 0
          ? 'You have one price for every answer. With tiers, senders choose between up to three.'
          : 'Senders choose one of these. They take the place of your price per response.'}
      </p>
      <div ref={focus.rows} className="contents">
        {tiers.map((_, index) => (
          <TierFields
            // A tier has no id: only its position identifies it.
            // biome-ignore lint/suspicious/noArrayIndexKey: all fields are controlled
            key={index}
            form={form}
            index={index}
            count={tiers.length}
            onMove={(by) => {
              focus.moved(index + by, by);
              change(moved(form.getValues('tiers'), index, by));
            }}
            onRemove={(title) => {
              focus.removed(title);
              change(form.getValues('tiers').filter((_tier, nth) => nth !== index));
            }}
          />
        ))}
      </div>
      {tiers.length < TIERS_MAX && (
        <Button
          ref={focus.adder}
          variant="quiet"
          icon={<Plus aria-hidden size={18} />}
          onClick={() => {
            focus.added(tiers.length);
            change([...form.getValues('tiers'), NO_TIER]);
          }}
        >
          Add a tier
        </Button>
      )}
    </PricingForm>
  );
}

function moved(tiers: readonly TypedTier[], from: number, by: -1 | 1): TypedTier[] {
  const next = [...tiers];
  const [tier] = next.splice(from, 1);
  if (tier) next.splice(from + by, 0, tier);
  return next;
}
