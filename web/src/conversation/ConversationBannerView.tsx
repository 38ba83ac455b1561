import {
  CircleCheck,
  Clock,
  Flag,
  Lock,
  type LucideIcon,
  MessagesSquare,
  Undo2,
} from 'lucide-react';
import { Banner } from '../ui/Banner.tsx';
import type { ChipTone } from '../ui/Chip.tsx';
import type { ConversationBanner } from './banners.ts';
import { HelpLines } from './HelpLines.tsx';

/* The banner of a conversation, with help lines where somebody may need them. */

const ICONS: Record<ChipTone, LucideIcon> = {
  held: Clock,
  earned: MessagesSquare,
  neutral: Lock,
  back: Undo2,
  due: Flag,
};

export function ConversationBannerView({ banner }: { banner: ConversationBanner }) {
  const icon = banner.title.includes('REPORTED') ? Flag : (ICONS[banner.tone] ?? CircleCheck);
  return (
    <Banner tone={banner.tone} icon={icon} title={banner.title}>
      {(banner.note || banner.quote || banner.helpLines) && (
        <div className="grid gap-3">
          {banner.note && <p>{banner.note}</p>}
          {banner.quote && (
            <blockquote className="wrap-anywhere whitespace-pre-line border-rule border-l-2 pl-3 font-serif text-ink text-lg leading-snug">
              {banner.quote}
            </blockquote>
          )}
          {banner.helpLines && <HelpLines />}
        </div>
      )}
    </Banner>
  );
}
