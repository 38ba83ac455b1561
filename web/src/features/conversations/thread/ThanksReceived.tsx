import { Heart } from 'lucide-react';
import type { Instant } from '#shared/time.ts';
import { recencyWords } from '#web/shell/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { type Conversation, firstName } from '../conversation.ts';

export type ThanksReceivedProps = { conversation: Conversation; now: Instant };

/* The sender's thanks, for the recipient who answered. docs/product/conversations.md#thanks */
export function ThanksReceived({ conversation, now }: ThanksReceivedProps) {
  const { senderName, senderAvatarUrl, thanks } = conversation;
  if (!thanks) return null;
  return (
    <section aria-label="Thanks" className="grid gap-3 rounded-card bg-tint p-4">
      <div className="flex items-center gap-3">
        <Avatar name={senderName} imageUrl={senderAvatarUrl} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{firstName(senderName)} says thanks</p>
          <p className="text-[0.875rem] text-soft">
            {recencyWords(thanks.at, now)} · only you can read it
          </p>
        </div>
        <Heart aria-hidden size={20} className="shrink-0 fill-ink" />
      </div>
      {thanks.text && (
        <p dir="auto" className="wrap-anywhere font-serif text-[1.375rem] leading-[1.875rem]">
          “{thanks.text}”
        </p>
      )}
    </section>
  );
}
