import { type Settings, settingsSchema } from '#shared/settings.ts';

let cached: { readonly text: string; readonly value: Settings } | undefined;

/** Reads the settings of the stage from the SETTINGS variable. Throws if it is missing or invalid. */
export function settings(): Settings {
  const text = process.env.SETTINGS ?? '';
  if (cached?.text !== text) cached = { text, value: settingsSchema.parse(JSON.parse(text)) };
  return cached.value;
}
