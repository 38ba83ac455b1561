import {
  CircleCheck,
  Clock,
  Flag,
  Lock,
  type LucideIcon,
  MessagesSquare,
  Undo2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import type { ChipTone } from '../../../ui/Chip.tsx';
import type { BannerContent } from './banners.ts';
import { HelpLines } from './HelpLines.tsx';

/* The banner of a conversation, with help lines if somebody may need them. */

const ICONS: Record<ChipTone, LucideIcon> = {
  held: Clock,
  earned: MessagesSquare,
  neutral: Lock,
  back: Undo2,
  due: Flag,
};

export type ConversationBannerProps = {
  banner: BannerContent;
  /** A button or link for the reader. */
  action?: ReactNode;
};

export function ConversationBanner({ banner, action }: ConversationBannerProps) {
  const icon = banner.title.includes('REPORTED') ? Flag : (ICONS[banner.tone] ?? CircleCheck);
  return (
    <Banner tone={banner.tone} icon={icon} title={banner.title} action={action}>
      {(banner.note || banner.quote || banner.helpLines) && (
        <div className="grid gap-3">
          {banner.note && <p>{banner.note}</p>}
          {banner.quote && (
            <blockquote
              dir="auto"
              className="wrap-anywhere whitespace-pre-line border-rule border-l-2 pl-3 font-serif text-ink text-lg leading-snug"
            >
              {banner.quote}
            </blockquote>
          )}
          {banner.helpLines && <HelpLines />}
        </div>
      )}
    </Banner>
  );
}
