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
import type { LabelIcon } from '../statuses/parts.ts';

/** The icons of the labels of conversations. */
export const ICONS: Record<LabelIcon, LucideIcon> = {
  clock: Clock,
  open: MessagesSquare,
  sent: Send,
  back: Undo2,
  flag: Flag,
  closed: Lock,
  new: Mail,
  read: Eye,
};
