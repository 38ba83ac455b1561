import { PRODUCT_NAME } from '#shared/brand.ts';
import * as promises from '#shared/messages/promises.ts';
import { paths } from '../../paths.ts';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/Toast.tsx';

/* Links to share, and the ways to share them. */

/** A link, the text to send with it, and the link of its QR code, if that is another one. */
export type Shared = { readonly url: string; readonly text: string; readonly qr?: string };

/** A link to the user's own profile. */
export const ownProfileLink = (username: string): Shared => ({
  url: addressOf(paths.profile(username, 'link')),
  qr: addressOf(paths.profile(username, 'qr')),
  text: promises.OWN_ANSWER_OR_MONEY,
});

/** A link to another person's profile. */
export const profileLink = (fullName: string, username: string): Shared => ({
  url: addressOf(paths.profile(username, 'link')),
  text: promises.askOrMoney(`Ask ${fullName} on ${PRODUCT_NAME}`),
});

export const invitation = (code: string): Shared => ({
  url: addressOf(paths.referral(code)),
  text: `Join me on ${PRODUCT_NAME}: people pay for an answer from you.`,
});

const addressOf = (path: string) => `${window.location.origin}${path}`;

/** The address without its protocol, and without the source of a visit: `replypaid.com/ana`. */
export const displayAddress = ({ url }: Shared): string => url.replace(/^https?:\/\/|\?.*$/g, '');

export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the device's share sheet; closing it is not an error. */
export async function share(shared: Shared): Promise<void> {
  try {
    await navigator.share({ url: shared.url, text: shared.text });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(shared);
  }
}

export const copyLink = (shared: Shared): Promise<void> =>
  copyText(shared.url, 'Link copied', `The link is ${displayAddress(shared)}`);

/** Saves the link's QR code as an image file. */
export async function saveQrCode({ url, qr = url }: Shared, name: string): Promise<void> {
  try {
    const { qrPicture } = await import('../../ui/QrCode.tsx');
    const address = URL.createObjectURL(await qrPicture(qr));
    Object.assign(document.createElement('a'), { href: address, download: name }).click();
    // The browser reads the address after the click, so it is revoked later.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch {
    toast.error('Your browser couldn’t save the picture. Please take a screenshot instead.');
  }
}
