import {
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
import { Chip } from '../../../ui/Chip.tsx';
import type { LabelIcon, RowLabel } from './labels.ts';

/* The state of a conversation as a chip, in list rows and at the top of the viewer. */

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

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
