import { type Settings, settingsSchema } from '../shared/settings.ts';

let kept: { readonly text: string; readonly value: Settings } | undefined;

/** What the stage decided, from the SETTINGS variable. Throws when it is missing or wrong. */
export function settings(): Settings {
  const text = process.env.SETTINGS ?? '';
  if (kept?.text !== text) kept = { text, value: settingsSchema.parse(JSON.parse(text)) };
  return kept.value;
}
