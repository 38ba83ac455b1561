import {
  Check,
  Clock,
  Eye,
  Flag,
  Lock,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Send,
  Undo2,
} from 'lucide-react';
import {
  type ConversationStatus,
  REPORT_REASONS,
  reportGivesBack,
  type Side,
} from '../../../shared/rules/conversations.ts';
import { Chip, type ChipTone } from '../ui/Chip.tsx';
import type { LabelIcon, RowLabel } from './labels.ts';

/* The state of a conversation as a chip: the label of a row, and the status at the head of a viewer. */

const ICONS: Record<LabelIcon, LucideIcon> = {
  clock: Clock,
  open: MessagesSquare,
  sent: Send,
  back: Undo2,
  flag: Flag,
  closed: Lock,
  new: Mail,
  read: Eye,
};

export function RowChip({ label }: { label: RowLabel }) {
  return (
    <Chip tone={label.tone} icon={ICONS[label.icon]}>
      {capitalised(label.words)}
    </Chip>
  );
}

const ENDED: [string, ChipTone, LucideIcon] = ['Ended', 'back', Undo2];
const STATUS_CHIPS: Record<ConversationStatus, [string, ChipTone, LucideIcon]> = {
  PENDING: ['Waiting for an answer', 'held', Clock],
  OPEN: ['Answered', 'earned', Check],
  INVITED: ['Answered', 'earned', Check],
  COMPLETED: ['Answered and closed', 'earned', Check],
  EXPIRED: ['Expired', 'back', Undo2],
  REPORTED: ['Reported', 'neutral', Flag],
  DECLINED: ['Declined', 'back', Undo2],
  CANCELLED: ['Cancelled', 'back', Undo2],
};

export type StatusChipProps = {
  conversation: { readonly status: ConversationStatus; readonly reasonCode: string | null };
  side: Side;
};

export function StatusChip({ conversation, side }: StatusChipProps) {
  const { status, reasonCode } = conversation;
  // A sender whose money came back did nothing wrong; their message was ended, not reported.
  const ended = side === 'sender' && status === 'REPORTED' && givesBack(reasonCode);
  const [words, tone, icon] = ended ? ENDED : STATUS_CHIPS[status];
  return (
    <Chip tone={tone} icon={icon}>
      {words}
    </Chip>
  );
}

function givesBack(reasonCode: string | null): boolean {
  const reason = REPORT_REASONS.find((known) => known === reasonCode);
  return reason !== undefined && reportGivesBack(reason);
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
