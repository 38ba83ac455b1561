/* How the app looks, by the choice of the person and not of the device. */

export const THEMES = ['light', 'dark', 'system'] as const;
/** `system`: as the device says. */
export type Theme = (typeof THEMES)[number];

/**
 * What a device does when it hears what the account says. `take`: the account has news, because somebody else signed in
 * here or the choice was made on another device. `save`: the choice was made here and the account does not know it
 * yet. `seen` is what the account said last, absent after signing in.
 */
export function themeStep(
  here: Theme,
  account: Theme,
  seen: Theme | undefined,
): 'take' | 'save' | 'nothing' {
  if (account !== seen) return 'take';
  return here === account ? 'nothing' : 'save';
}
