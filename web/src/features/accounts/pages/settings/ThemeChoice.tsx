import { useState } from 'react';
import type { Theme } from '#shared/rules/profiles/themes.ts';
import { saveTheme } from '#web/shell/account-theme.ts';
import { chooseTheme, readTheme } from '#web/shell/theme.ts';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { Section } from './Section.tsx';

const THEMES = [
  { value: 'system', label: 'Same as this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/* The choice of the theme: applies at once on this device, and on others when they next open the app. */
export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  const choose = (chosen: Theme) => {
    setTheme(chosen);
    chooseTheme(chosen);
    saveTheme(chosen).catch(() =>
      toast.info('Changed on this device. We couldn’t reach your account; we’ll try again later.'),
    );
  };
  return (
    <Section title="Appearance">
      <div className="pt-2">
        <Field label="Appearance" labelHidden group="radios">
          <RadioCards value={theme} options={THEMES} onValueChange={choose} />
        </Field>
      </div>
    </Section>
  );
}
