import { DEFAULT_FEES } from '../../shared/rules/conversations/fees.ts';
import { type PublicSettings, publicSettingsSchema } from '../../shared/settings.ts';

/*
 * What the stage that serves the app says of itself, in a block of its document: one build serves every stage. Whoever
 * serves the document fills the block (lib/stage-document.ts); only Vite on its own leaves it empty.
 */

export const STAGE: PublicSettings = stageIn(
  typeof document === 'undefined' ? null : document.getElementById('stage'),
);

/** Throws when a block says something else than settings. */
export function stageIn(block: { readonly textContent: string | null } | null): PublicSettings {
  const text = block?.textContent?.trim() ?? '';
  return text === '' ? { fees: DEFAULT_FEES } : publicSettingsSchema.parse(JSON.parse(text));
}
