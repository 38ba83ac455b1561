import { PRODUCT_NAME } from '../../../shared/brand.ts';
import { paths } from '../paths.ts';
import { qrPicture } from '../ui/QrCode.tsx';
import { toast } from '../ui/Toast.tsx';

/* Links that people pass on, and the ways to do it. */

/** A link, and what is said beside it where it is passed on. */
export type Shared = { readonly url: string; readonly text: string };

/** One's own profile. */
export const ownProfile = (username: string): Shared => ({
  url: addressOf(paths.profile(username)),
  text: 'Ask me anything. I answer within 10 days, or you get your money back.',
});

/** Somebody else's. */
export const profileOf = (fullName: string, username: string): Shared => ({
  url: addressOf(paths.profile(username)),
  text: `Ask ${fullName} on ${PRODUCT_NAME}: an answer within 10 days, or your money back.`,
});

export const invitation = (code: string): Shared => ({
  url: addressOf(paths.referral(code)),
  text: `Join me on ${PRODUCT_NAME}: people pay for an answer from you.`,
});

const addressOf = (path: string) => `${window.location.origin}${path}`;

/** The address without the part that people do not say: `replypaid.com/ana`. */
export const spoken = ({ url }: Shared): string => url.replace(/^https?:\/\//, '');

export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the phone's own sheet; closing it again is no failure. */
export async function share(shared: Shared): Promise<void> {
  try {
    await navigator.share({ ...shared });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(shared);
  }
}

export async function copyLink(shared: Shared): Promise<void> {
  try {
    await navigator.clipboard.writeText(shared.url);
    toast.success('Link copied');
  } catch {
    toast.error(`Your browser did not allow it. The link is ${spoken(shared)}`);
  }
}

/** Saves the link's QR code as a picture called `name`. */
export async function saveQrCode({ url }: Shared, name: string): Promise<void> {
  try {
    const address = URL.createObjectURL(await qrPicture(url));
    Object.assign(document.createElement('a'), { href: address, download: name }).click();
    // Not at once: the browser still has to read it.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch {
    toast.error('Your browser could not save the picture. Please take a screenshot instead.');
  }
}
