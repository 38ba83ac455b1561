import type * as z from 'zod/mini';
import type { publicProfile } from '#shared/api/profile-entities.ts';
import type { Instant } from '#shared/time.ts';
import { dayWords } from '../../shell/dates.ts';
import { firstName } from '../conversations/conversation.ts';

type Recipient = Pick<
  z.output<typeof publicProfile>,
  'fullName' | 'paidResponseCommitment' | 'remainingThisMonth' | 'paused' | 'full' | 'freeChat'
>;

/**
 * Why a person takes no messages now, as a sentence; undefined if they do. Without `now` no day is named: the server does not know
 * the time zone of the visitors for whom it renders a page.
 */
export function unavailableWords(recipient: Recipient, now: Instant | undefined) {
  const { fullName, paidResponseCommitment, remainingThisMonth, paused, full } = recipient;
  const name = firstName(fullName);
  if (recipient.freeChat) return `${name} answers you for free: write in the chat.`;
  if (paidResponseCommitment === 0) return `${name} isn’t accepting letters right now.`;
  if (paused) return `${name} isn’t accepting letters ${pauseEnd(paused.until, now)}.`;
  if (full)
    return `${name} isn’t taking more letters right now. Others are still waiting for answers.`;
  if (remainingThisMonth === 0)
    return `${name} has no openings left this month. A new month starts on the 1st.`;
  return undefined;
}

const pauseEnd = (until: Instant | null, now: Instant | undefined) =>
  until === null || now === undefined ? 'right now' : `until ${dayWords(until, now)}`;
