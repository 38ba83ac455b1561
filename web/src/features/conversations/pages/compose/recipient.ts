import type * as z from 'zod/mini';
import type { publicProfile } from '../../../../../../shared/api/profile-entities.ts';
import { firstName } from '../../conversation.ts';

export type Profile = z.output<typeof publicProfile>;

/** The reason why this person cannot receive a message now, as a sentence; undefined if they can. */
export function unavailableReason(profile: Profile, viewerId: string): string | undefined {
  const name = firstName(profile.fullName);
  if (profile.id === viewerId) return 'You cannot write to yourself.';
  if (profile.blocked) return `You blocked ${name}. Unblock them on their profile first.`;
  if (profile.paidResponseCommitment === 0)
    return `${name} is not accepting messages at the moment.`;
  if (profile.remainingThisMonth === 0) {
    return `${name} has taken all the messages of this month. A new month starts on the 1st.`;
  }
  return undefined;
}
