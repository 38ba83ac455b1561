import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { plural } from '#shared/messages/plural.ts';
import { estimate, PRICE_HINT } from '#shared/messages/prices.ts';
import { type Cents, formatMoney, toDollars } from '#shared/money.ts';
import type { LicenseId } from '#shared/rules/accounts/accounts.ts';
import { feeTermsOf } from '#shared/rules/conversations/fees.ts';
import {
  earningsEstimate,
  inboundSettings,
  normalizeCommitmentText,
  normalizePriceText,
} from '#shared/rules/conversations/pricing.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { PriceInput } from '#web/forms/PriceInput.tsx';
import { STAGE } from '#web/stage.ts';
import { Breakdown } from '#web/ui/Breakdown.tsx';
import { CountInput } from '#web/ui/CountInput.tsx';
import { Field } from '#web/ui/Field.tsx';
import { isSubmitBlur } from '#web/ui/submit-blur.ts';
import { feeWords } from './plan-words.tsx';

/*
 * Price and commitment with an estimate of the earnings, for the registration and the settings.
 * docs/product/profiles.md#price-and-commitment
 */

type Typed = { paidResponsePrice: string; paidResponseCommitment: string };
type Pricing = z.output<typeof inboundSettings>;
type PricingForm = UseFormReturn<Typed, unknown, Pricing>;

const checked = zodResolver(inboundSettings);

/** With a commitment of 0 an invalid price becomes the lowest price. */
function withPrice(typed: Typed): Typed {
  return Number(typed.paidResponseCommitment) === 0 && typed.paidResponseCommitment.trim() !== ''
    ? { ...typed, paidResponsePrice: normalizePriceText(typed.paidResponsePrice) }
    : typed;
}

export function usePricingForm(start: { price: Cents; commitment: number }) {
  return useDraftForm<Typed, Pricing>({
    draftKey: 'pricing',
    resolver: ((typed: Typed, context: unknown, options: Parameters<typeof checked>[2]) =>
      checked(withPrice(typed), context, options)) as never,
    defaultValues: {
      paidResponsePrice: toDollars(start.price).toFixed(2),
      paidResponseCommitment: String(start.commitment),
    },
  });
}

export function PricingFields({ form, plan }: { form: PricingForm; plan: LicenseId }) {
  return (
    <>
      <Controller
        control={form.control}
        name="paidResponsePrice"
        render={({ field, fieldState }) => (
          <Field label="Price per response" hint={PRICE_HINT} error={fieldState.error?.message}>
            <PriceInput field={field} fillEmpty />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="paidResponseCommitment"
        render={({ field, fieldState }) => (
          <Field
            label="Message commitment"
            hint="How many paid letters you take in a month. With 0 no one can write to you."
            error={fieldState.error?.message}
          >
            <CountInput
              {...field}
              onBlur={(event) => {
                if (!isSubmitBlur(event)) field.onChange(normalizeCommitmentText(field.value));
                field.onBlur();
              }}
            />
          </Field>
        )}
      />
      <Estimate form={form} plan={plan} />
    </>
  );
}

function Estimate({ form, plan }: { form: PricingForm; plan: LicenseId }) {
  const typed = form.watch();
  const read = inboundSettings.safeParse(withPrice(typed));
  if (!read.success) return null;
  const { paidResponsePrice: price, paidResponseCommitment: count } = read.data;
  if (count === 0) {
    return (
      <p className="rounded-letter bg-tint p-4">
        Your profile will say that you aren’t accepting letters. You can still write to others.
      </p>
    );
  }
  return <EarningsEstimate price={price} count={count} plan={plan} />;
}

/* The earnings of a month in which every message of the commitment comes and is answered. */
function EarningsEstimate(props: { price: Cents; count: number; plan: LicenseId }) {
  const { price, count, plan } = props;
  const terms = feeTermsOf(plan, STAGE.fees);
  const month = earningsEstimate(price, count, terms);
  const each = earningsEstimate(price, 1, terms);
  const answers = plural(count, { one: '# answer', other: '# answers' });
  return (
    <section aria-label="Earnings estimate" className="grid gap-2.5">
      <h2 className="font-semibold">What that can earn in a month</h2>
      <Breakdown
        lines={[
          { label: `${answers} at ${formatMoney(price)}`, amount: month.total },
          ...(month.fees > 0
            ? [{ label: `Fees, ${feeWords(plan, STAGE.fees)} each`, amount: month.fees }]
            : []),
        ]}
        total={{ label: 'You earn', amount: month.net }}
      />
      <p className="text-[0.875rem] text-soft">{estimate(each.net, count)}</p>
    </section>
  );
}
