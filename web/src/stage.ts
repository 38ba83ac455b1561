import { DEFAULT_FEES } from '#shared/rules/conversations/fees.ts';
import { type PublicSettings, publicSettingsSchema } from '#shared/settings.ts';

/*
 * The public settings of the deployment (stage), in a block of its HTML document, so that one build serves every
 * stage. The server fills the block (lib/stage-document.ts); only Vite on its own leaves it empty.
 */

export const STAGE: PublicSettings = parseStage(
  typeof document === 'undefined' ? null : document.getElementById('stage'),
);

/** Sets the settings where no document is loaded: in the function that renders pages. */
export function takeStage(block: string): void {
  Object.assign(STAGE, parseStage({ textContent: block }));
}

/** Throws if the block has invalid settings. */
export function parseStage(block: { readonly textContent: string | null } | null): PublicSettings {
  const text = block?.textContent?.trim() ?? '';
  return text === '' ? { fees: DEFAULT_FEES } : publicSettingsSchema.parse(JSON.parse(text));
}
