import type * as z from 'zod/mini';
import type { publicProfile } from '#shared/api/profile-entities.ts';
import { serverNow } from '../../api/clock.ts';
import { unavailableWords } from '../profiles/availability-words.ts';
import { firstName } from './conversation.ts';

export type Profile = z.output<typeof publicProfile>;

/** The reason why this person cannot receive a message now, as a sentence; undefined if they can. */
export function unavailableReason(profile: Profile, viewerId: string): string | undefined {
  const name = firstName(profile.fullName);
  if (profile.id === viewerId) return 'You can’t write to yourself.';
  if (profile.blocked) return `You blocked ${name}. Unblock them on their profile first.`;
  return unavailableWords(profile, serverNow());
}
