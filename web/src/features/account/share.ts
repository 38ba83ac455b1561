import { toast } from '../../ui/Toast.tsx';

/** The public address of a profile, as people pass it on. */
export function profileUrl(username: string): string {
  return `${window.location.origin}/${username}`;
}

/** The same without the part that people do not say: `replypaid.com/ana`. */
export function spokenUrl(username: string): string {
  return `${window.location.host}/${username}`;
}

export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the phone's own sheet; closing it again is no failure. */
export async function shareProfile(username: string): Promise<void> {
  try {
    await navigator.share({
      url: profileUrl(username),
      text: 'Ask me anything. I answer within 10 days, or you get your money back.',
    });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError'))
      await copyProfile(username);
  }
}

export async function copyProfile(username: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(profileUrl(username));
    toast.success('Link copied');
  } catch {
    toast.error(`Your browser did not allow it. Your link is ${spokenUrl(username)}`);
  }
}
