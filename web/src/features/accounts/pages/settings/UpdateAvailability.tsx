import { zodResolver } from '@hookform/resolvers/zod';
import { useController, useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { viewInboundSettings } from '../../../../../../shared/api/inbound-settings.ts';
import { updateAvailability } from '../../../../../../shared/api/offers.ts';
import type { Output } from '../../../../../../shared/api/operation.ts';
import { viewUserProfile } from '../../../../../../shared/api/profiles.ts';
import { waitingMax } from '../../../../../../shared/rules/conversations/availability-fields.ts';
import { type Instant, instant } from '../../../../../../shared/time.ts';
import { call } from '../../../../api/client.ts';
import { serverNow } from '../../../../api/clock.ts';
import { refresh, useEntity } from '../../../../api/queries.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useSubmission } from '../../../../forms/submission.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { QueryPage } from '../../../../shell/QueryPage.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { CountInput } from '../../../../ui/CountInput.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { RadioCards } from '../../../../ui/RadioCards.tsx';
import { CardSkeleton } from '../../../../ui/Skeletons.tsx';
import { TextInput } from '../../../../ui/TextInput.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { pricingQueries } from '../account-queries.ts';

export const loader = queryLoader(pricingQueries);

const TITLE = 'Availability';

/* Pauses, and caps the orders that wait. docs/product/profiles.md#pause */
export function Component() {
  const pricing = useEntity(pricingQueries().pricing);
  return (
    <QueryPage
      title={TITLE}
      back={paths.inboundMessageConfig()}
      query={pricing}
      failed="We could not load your settings."
      skeleton={<CardSkeleton height={320} />}
    >
      {(settings) => <AvailabilityForm settings={settings} />}
    </QueryPage>
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
type Settings = Output<typeof viewInboundSettings>['data'][number];

function AvailabilityForm({ settings }: { settings: Settings }) {
  const navigate = useNavigate();
  const form = useForm<Typed, unknown, z.output<typeof formSchema>>({
    resolver: zodResolver(formSchema) as never,
    defaultValues: {
      waitingMax: settings.waitingMax === undefined ? '' : String(settings.waitingMax),
      state: settings.paused ? 'PAUSED' : 'TAKING',
      pausedUntil: settings.paused?.until ? dateText(settings.paused.until) : '',
    },
  });
  const submission = useSubmission(form, {
    failed: 'Error while saving your availability. Please try again.',
    send: async ({ state, pausedUntil, ...cap }) => {
      const paused = state === 'PAUSED';
      const until = paused ? startOf(pausedUntil) : undefined;
      await call(updateAvailability, { ...cap, paused, pausedUntil: until });
      await refresh(viewInboundSettings, viewUserProfile);
      toast.success('Saved');
      navigate(paths.inboundMessageConfig());
    },
  });
  const { field: cap, fieldState: capState } = useController({
    control: form.control,
    name: 'waitingMax',
  });
  const { field: state } = useController({ control: form.control, name: 'state' });
  const chosen = useWatch({ control: form.control, name: 'state' });
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
      note="Messages that are paid already are not affected: they wait for your answer as before."
    >
      <Field label="Taking messages" group>
        <RadioCards
          value={state.value}
          onValueChange={state.onChange}
          options={[
            { value: 'TAKING', label: 'I am taking messages' },
            { value: 'PAUSED', label: 'I pause', hint: 'Nobody can write to you meanwhile.' },
          ]}
        />
      </Field>
      {chosen === 'PAUSED' && (
        <Field
          label="Back on"
          optional
          hint="The pause ends by itself at the beginning of this day, and your profile says so. Without a day, you end it here."
          error={form.formState.errors.pausedUntil?.message}
        >
          <TextInput
            {...form.register('pausedUntil')}
            type="date"
            min={dateText(instant(serverNow() + 24 * 60 * 60 * 1_000))}
          />
        </Field>
      )}
      <Field
        label="Waiting messages at once"
        optional
        hint="When this many paid messages wait for your answer, nobody can send another one: 1 to 200. Empty for no limit."
        error={capState.error?.message}
      >
        <CountInput {...cap} digits={3} />
      </Field>
    </FormPage>
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
