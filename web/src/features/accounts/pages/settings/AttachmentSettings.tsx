import { zodResolver } from '@hookform/resolvers/zod';
import { EyeOff, Image, type LucideIcon, Mic } from 'lucide-react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { updateAttachmentSettings } from '#shared/api/attachments.ts';
import {
  type AttachmentSettings,
  attachmentSettings,
  FILE_BYTES_MAX,
  FILES_MAX,
  LETTER_SECONDS_MAX,
} from '#shared/rules/attachments/attachments.ts';
import { PAID_RESPONSE_MIN, SPOKEN_MESSAGE_MIN } from '#shared/rules/conversations/messages.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { sizeWords } from '#web/features/attachments/file-words.ts';
import { limitWords } from '#web/features/voice/voice-words.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { Switch } from '#web/ui/Switch.tsx';
import { pricingQueries } from '../account-queries.ts';
import { PricingForm, PricingPage, type PricingSettings } from './PricingForm.tsx';

export const loader = queryLoader(pricingQueries);

const TITLE = 'What people may send';
const LEAD = 'What someone can add to a paid letter. A letter always has a subject and text.';

/* Sets what others can add to their letters. docs/product/attachments.md#what-people-may-send */
export function Component() {
  return (
    <PricingPage title={TITLE} failed="We couldn’t load your settings.">
      {(settings) => <SettingsForm settings={settings} />}
    </PricingPage>
  );
}

const formSchema = z.object(attachmentSettings);

type Setting = keyof AttachmentSettings;

const ROWS: readonly { name: Setting; icon: LucideIcon; label: string; hint: string }[] = [
  {
    name: 'takesPictures',
    icon: Image,
    label: 'Pictures and PDFs',
    hint: `Up to ${FILES_MAX} of ${sizeWords(FILE_BYTES_MAX)} each`,
  },
  {
    name: 'blursPictures',
    icon: EyeOff,
    label: 'Blur pictures at first',
    hint: 'You see a picture that someone sent once you tap it',
  },
  {
    name: 'takesVoice',
    icon: Mic,
    label: 'Voice questions',
    hint: `Up to ${limitWords(LETTER_SECONDS_MAX)}, beside at least ${SPOKEN_MESSAGE_MIN} typed characters. Your profile says so.`,
  },
];

function SettingsForm({ settings }: { settings: PricingSettings }) {
  const { takesPictures = true, blursPictures = false, takesVoice = false } = settings;
  const { form, clearDraft } = useDraftForm<AttachmentSettings, AttachmentSettings>({
    draftKey: 'attachment-settings',
    resolver: zodResolver(formSchema) as never,
    defaultValues: { takesPictures, blursPictures, takesVoice },
  });
  return (
    <PricingForm
      title={TITLE}
      form={form}
      clearDraft={clearDraft}
      save={(values) => call(updateAttachmentSettings, values)}
      failed="Error while saving what people may send. Please try again."
      note="Letters that were already sent keep what is in them."
    >
      <p className="text-soft">{LEAD}</p>
      <ul className="divide-y divide-rule rounded-card border border-rule bg-card px-4">
        {ROWS.map(({ name, icon: Icon, label, hint }) => (
          <li key={name} className="flex min-h-19 items-center gap-3.5">
            <Icon aria-hidden size={20} className="shrink-0 text-soft" />
            <div className="min-w-0 flex-1">
              <SettingSwitch control={form.control} name={name} label={label} hint={hint} />
            </div>
          </li>
        ))}
      </ul>
      <section className="grid gap-2">
        <h2 className="font-serif text-xl">Your answers</h2>
        <p className="text-soft">
          You can always add your voice, pictures or PDFs to an answer. The {PAID_RESPONSE_MIN}{' '}
          typed characters stay: they are what someone who can’t listen reads, and what we read in a
          claim.
        </p>
      </section>
    </PricingForm>
  );
}

type SettingSwitchProps = Pick<
  Parameters<typeof useController<AttachmentSettings, Setting>>[0],
  'control' | 'name'
> & { label: string; hint: string };

function SettingSwitch({ control, name, ...words }: SettingSwitchProps) {
  const { field } = useController({ control, name });
  return <Switch checked={field.value} onCheckedChange={field.onChange} {...words} />;
}
