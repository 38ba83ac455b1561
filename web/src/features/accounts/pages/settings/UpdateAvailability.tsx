import { zodResolver } from '@hookform/resolvers/zod';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { updateAvailability } from '#shared/api/offers.ts';
import { waitingMax } from '#shared/rules/conversations/availability-schema.ts';
import { DAY, type Instant, instant, later } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { CountInput } from '#web/ui/CountInput.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { pricingQueries } from '../account-queries.ts';
import { PricingForm, PricingPage, type PricingSettings } from './PricingForm.tsx';

export const loader = queryLoader(pricingQueries);

const TITLE = 'Availability';

/* Pauses, and caps the orders that wait. docs/product/profiles.md#pause */
export function Component() {
  return (
    <PricingPage title={TITLE} failed="We couldn’t load your settings.">
      {(settings) => <AvailabilityForm settings={settings} />}
    </PricingPage>
  );
}

const formSchema = z.object({
  waitingMax: z.pipe(
    z.transform((typed: string): string | number | undefined => typed.trim() || undefined),
    waitingMax,
  ),
  state: z.enum(['TAKING', 'PAUSED']),
  /** The first day after the pause, as a date field has it; empty for none. */
  pausedUntil: z.string(),
});

type Typed = { waitingMax: string; state: 'TAKING' | 'PAUSED'; pausedUntil: string };
function AvailabilityForm({ settings }: { settings: PricingSettings }) {
  const { form, clearDraft } = useDraftForm<Typed, z.output<typeof formSchema>>({
    draftKey: 'availability',
    resolver: zodResolver(formSchema) as never,
    defaultValues: {
      waitingMax: settings.waitingMax === undefined ? '' : String(settings.waitingMax),
      state: settings.paused ? 'PAUSED' : 'TAKING',
      pausedUntil: settings.paused?.until ? dateText(settings.paused.until) : '',
    },
  });
  const save = async ({ state, pausedUntil, ...cap }: z.output<typeof formSchema>) => {
    const paused = state === 'PAUSED';
    const until = paused ? startOf(pausedUntil) : undefined;
    return call(updateAvailability, { ...cap, paused, pausedUntil: until });
  };
  const { field: cap, fieldState: capState } = useController({
    control: form.control,
    name: 'waitingMax',
  });
  const { field: state } = useController({ control: form.control, name: 'state' });
  return (
    <PricingForm
      title={TITLE}
      form={form}
      clearDraft={clearDraft}
      save={save}
      failed="Error while saving your availability. Please try again."
      note="Letters that are already paid for aren’t affected: they wait for your answer as before."
    >
      <Field label="Accepting letters" group="radios">
        <RadioCards
          value={state.value}
          onValueChange={state.onChange}
          options={[
            { value: 'TAKING', label: 'I’m accepting letters' },
            {
              value: 'PAUSED',
              label: 'I am pausing',
              hint: 'No one can write to you during the pause.',
            },
          ]}
        />
      </Field>
      {state.value === 'PAUSED' && (
        <Field
          label="Back on"
          optional
          hint="The pause ends by itself at the beginning of this day, and your profile says so. Without a day, you end it here."
          error={form.formState.errors.pausedUntil?.message}
        >
          <TextInput
            {...form.register('pausedUntil')}
            type="date"
            min={dateText(later(serverNow(), DAY))}
          />
        </Field>
      )}
      <Field
        label="Waiting letters at once"
        optional
        hint="When this many paid letters wait for your answer, no one can send another one: 1 to 200. Empty for no limit."
        error={capState.error?.message}
      >
        <CountInput {...cap} digits={3} />
      </Field>
    </PricingForm>
  );
}

/** The day of a time on this device, as a date field has it: `2026-12-03`. */
function dateText(at: Instant): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The beginning of such a day on this device; undefined for an empty field. */
function startOf(day: string): Instant | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return undefined;
  return instant(new Date(year, month - 1, date).getTime());
}
