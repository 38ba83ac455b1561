/* The theme of the app, as the person chose it in the settings. */

export const THEMES = ['light', 'dark', 'system'] as const;
/** `system`: the setting of the device. */
export type Theme = (typeof THEMES)[number];

/**
 * Decides what a device does when it receives the account's theme. `take`: the account's theme is new here, after a sign-in or
 * a change on another device, so the device applies it. `save`: the theme was changed here and is not saved in the account yet.
 * `seen`: the last theme received from the account; undefined after a sign-in.
 */
export function themeStep(
  here: Theme,
  account: Theme,
  seen: Theme | undefined,
): 'take' | 'save' | 'nothing' {
  if (account !== seen) return 'take';
  return here === account ? 'nothing' : 'save';
}
