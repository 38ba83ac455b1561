import type { EmailContent, FrameOptions } from './content.ts';

/** A link of the footer. */
type FooterLink = { readonly label: string; readonly url: string };

export type Footer = { readonly words: string; readonly links: readonly FooterLink[] };

const FIRST_LINES = 'The first lines can be left out:';

/** The footer of an email: the reason for it, and links to change that. */
export function footerOf(
  { reason, showsFirstLines, isOutsideAccount }: EmailContent,
  { origin, unsubscribePage, hideTextPage }: FrameOptions,
): Footer {
  const hides = showsFirstLines && hideTextPage !== undefined;
  const settings: FooterLink = {
    label: 'Choose what we email you',
    url: `${origin}/settings/notifications`,
  };
  return {
    words: hides ? `${reason} ${FIRST_LINES}` : reason,
    links: [
      ...(hides ? [{ label: 'Don’t show text in emails', url: hideTextPage }] : []),
      ...(isOutsideAccount || hides ? [] : [settings]),
      ...(unsubscribePage ? [{ label: 'Unsubscribe', url: unsubscribePage }] : []),
      { label: 'Help', url: `${origin}/help-ticket` },
    ],
  };
}
