import { Eye, Flag, HeartPulse, type LucideIcon, UserCheck, Users } from 'lucide-react';
import type { Instant } from '#shared/time.ts';
import { dayWords } from '../../shell/dates.ts';
import type { ChipTone } from '../../ui/Chip.tsx';
import { firstName } from '../conversations/conversation.ts';
import type { QueueItem } from './desk-list.ts';
import { HARM_WORDS, reasonWords, shortHoldWords } from './desk-words.ts';

/* The rows of the list of the desk in words. */

type Person = NonNullable<QueueItem['about']>;

/** Whom a row is about; of a ticket, who wrote it. */
export const personOfRow = ({ about, openedBy }: QueueItem): Person | null => about ?? openedBy;

const nameOr = (person: Person | null): string => person?.fullName ?? 'an account that’s gone';

/** `from Ana Marković and 2 others`. */
function writers(word: string, { openedBy, others }: QueueItem): string {
  const more = others === 0 ? '' : ` and ${others} ${others === 1 ? 'other' : 'others'}`;
  return `${word} ${nameOr(openedBy)}${more}`;
}

const PROPOSED: Readonly<Record<string, string>> = {
  BLOCK: 'proposed to block the account',
  UNBLOCK: 'proposed to unblock the account',
  PAYOUT_RELEASE: 'proposed to release a held payout',
  REVIEW_KEEP: 'proposed to keep a reported payment',
};

/** Why it waits, and who wrote. `viewerId`: the member of staff. */
export function rowReason(item: QueueItem, viewerId: string, now: Instant): string {
  const { queue, tile, reason, proposedBy, sender, until } = item;
  const words = reason === null ? '' : reasonWords(reason);
  switch (queue) {
    case 'REFUNDS':
    case 'BLOCKS': {
      const who = proposedBy?.id === viewerId ? 'You' : firstName(nameOr(proposedBy));
      return `${who} ${PROPOSED[reason ?? ''] ?? `proposed a refund to ${nameOr(sender)}`}`;
    }
    case 'PAYOUTS': {
      const [first, ...signs] = (reason ?? '').split(' ');
      if (first !== 'HELD') return words;
      return [shortHoldWords(signs), until !== null && `until ${dayWords(until, now)}`]
        .filter(Boolean)
        .join(' · ');
    }
    case 'TICKETS':
      return 'Asks for help';
    case 'APPEALS':
      return `Against a decision · ${words}`;
    case 'CLAIMS':
      return `${words} · ${writers('from', item)}`;
    default:
      return `${words} · ${writers(tile === 'DANGER' ? 'reported by' : 'from', item)}`;
  }
}

export type RowChip = {
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
  readonly words: string;
};

/** The one chip of a row: what changes what the member of staff does with it. */
export function rowChip(item: QueueItem, viewerId: string): RowChip | undefined {
  const { openBy, handedTo, proposedBy, tile, harm } = item;
  if (openBy)
    return { tone: 'held', icon: Eye, words: `${firstName(openBy.fullName)} has it open` };
  if (handedTo) {
    const words =
      handedTo.id === viewerId ? 'Handed to you' : `For ${firstName(handedTo.fullName)}`;
    return { tone: 'held', icon: UserCheck, words };
  }
  if (proposedBy) {
    const isOwn = proposedBy.id === viewerId;
    return {
      tone: isOwn ? 'neutral' : 'held',
      icon: Users,
      words: isOwn ? 'Waits for a second person' : 'Needs your yes or no',
    };
  }
  if (tile === 'DANGER') return { tone: 'due', icon: HeartPulse, words: HARM_WORDS[3] };
  return harm === 2 ? { tone: 'held', icon: Flag, words: HARM_WORDS[2] } : undefined;
}
