import {
  Banknote,
  Flag,
  Gavel,
  type LucideIcon,
  MessageCircle,
  Scale,
  SearchCheck,
  TriangleAlert,
  Users,
} from 'lucide-react';
import type { Tile } from '#shared/rules/desk/permissions.ts';

/** The icon of each tile, which the rows of the list have too. */
export const TILE_ICONS: Readonly<Record<Tile, LucideIcon>> = {
  DANGER: TriangleAlert,
  CLAIMS: Scale,
  REPORTS: Flag,
  REVIEWS: SearchCheck,
  APPEALS: Gavel,
  SECOND_PERSON: Users,
  PAYOUTS: Banknote,
  TICKETS: MessageCircle,
};
