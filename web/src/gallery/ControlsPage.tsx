import { useState } from 'react';
import { FormPage } from '../shell/FormPage.tsx';
import { CharCount } from '../ui/CharCount.tsx';
import { CheckCard } from '../ui/CheckCard.tsx';
import { CodeBoxes } from '../ui/CodeBoxes.tsx';
import { CountInput } from '../ui/CountInput.tsx';
import { Field } from '../ui/Field.tsx';
import { MoneyInput } from '../ui/MoneyInput.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { ResendCode } from '../ui/ResendCode.tsx';
import { RichTextEditor } from '../ui/RichTextEditor.tsx';
import { LETTER_MARKS } from '../ui/rich-text-marks.ts';
import { SearchInput } from '../ui/SearchInput.tsx';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/Toast.tsx';
import { UsernameInput } from '../ui/UsernameInput.tsx';

const RULES = [
  { label: '8 characters or more', met: (text: string) => text.length >= 8 },
  {
    label: 'Upper and lower case',
    met: (text: string) => /[a-z]/.test(text) && /[A-Z]/.test(text),
  },
  { label: 'A special character', met: (text: string) => /[^\p{L}\p{N}\s]/u.test(text) },
];

const REASONS = [
  { value: 'MISTAKE', label: 'I sent it by mistake', hint: 'Nothing is charged.' },
  { value: 'CHANGED_MIND', label: 'I changed my mind' },
] as const;

const CATEGORIES = [
  { value: 'CATEGORY_01', label: 'Technology' },
  { value: 'CATEGORY_07', label: 'Legal & Compliance' },
] as const;

export function ControlsPage() {
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState('12');
  const [search, setSearch] = useState('ana');
  const [reason, setReason] = useState<'MISTAKE' | 'CHANGED_MIND'>('MISTAKE');
  const [category, setCategory] = useState<'CATEGORY_01' | 'CATEGORY_07' | null>(null);
  const [checked, setChecked] = useState(true);
  const [length, setLength] = useState(0);
  const [html, setHtml] = useState('');
  const [resendAt] = useState(() => Date.now() + 42_000);
  return (
    <FormPage
      title="Every control"
      back="/gallery.html"
      submit="Save All Changes"
      busy={busy}
      error="There was an error while updating your account. Please try again."
      onSubmit={() => {
        setBusy(true);
        toast.success('Saved');
        toast.error('Error while saving payment method. Please try again.');
        setTimeout(() => setBusy(false), 3000);
      }}
      note="Changing the username requires a new login."
    >
      <Field label="Username" error="Username already in use">
        <UsernameInput defaultValue="ana.markovic" />
      </Field>
      <Field label="Full name" hint="As it stands on your card.">
        <TextInput placeholder="Ana Marković" autoComplete="name" />
      </Field>
      <Field label="Phone">
        <PhoneInput defaultValue="(555) 555-0100" />
      </Field>
      <Field label="Password">
        <PasswordInput autoComplete="new-password" rules={RULES} />
      </Field>
      <Field label="Price per response">
        <MoneyInput defaultValue="2.99" />
      </Field>
      <Field label="Responses a month">
        <CountInput defaultValue="100" />
      </Field>
      <Field label="Category">
        <Select
          value={category}
          onValueChange={setCategory}
          options={CATEGORIES}
          placeholder="Choose a category"
        />
      </Field>
      <SearchInput label="Search people" value={search} onValueChange={setSearch} />
      <Field label="Verification code" error="Please enter your verification code">
        <CodeBoxes value={code} onValueChange={setCode} />
      </Field>
      <ResendCode
        allowedAt={resendAt}
        longest={60_000}
        now={Date.now}
        sending={false}
        onResend={() => undefined}
      />
      <Field group="radios" label="Why do you cancel?">
        <RadioCards value={reason} onValueChange={setReason} options={REASONS} />
      </Field>
      <CheckCard checked={checked} onCheckedChange={setChecked} label="Lucía Prado" hint="@lucia" />
      <Switch
        checked={checked}
        onCheckedChange={setChecked}
        label="Mute notifications"
        hint="No notifications about new messages."
      />
      <Field label="Additional Information?" optional>
        <TextArea />
      </Field>
      <Field
        group
        label="Message"
        counter={<CharCount count={length} min={100} />}
        hint="Say what you need to know, and what you have tried."
      >
        <RichTextEditor
          marks={LETTER_MARKS}
          value={html}
          placeholder="Dear Ana, …"
          onValueChange={(text, count) => {
            setHtml(text);
            setLength(count);
          }}
        />
      </Field>
    </FormPage>
  );
}
