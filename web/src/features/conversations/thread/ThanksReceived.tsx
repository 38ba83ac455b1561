import { Heart } from 'lucide-react';
import type { Instant } from '#shared/time.ts';
import { recencyWords } from '#web/shell/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { type Conversation, firstName } from '../conversation.ts';
import { signatureAt, type ThanksSeen } from '../thanks-words.ts';
import { useShowThanks } from '../use-show-thanks.ts';

export type ThanksReceivedProps = { conversation: Conversation; now: Instant };

/* The sender's thanks, for the recipient who answered. docs/product/conversations.md#thanks */
export function ThanksReceived({ conversation, now }: ThanksReceivedProps) {
  const { id, senderName, senderAvatarUrl, thanks } = conversation;
  if (!thanks) return null;
  const name = firstName(senderName);
  return (
    <section aria-label="Thanks" className="grid gap-3 rounded-card bg-tint p-4">
      <div className="flex items-center gap-3">
        <Avatar name={senderName} imageUrl={senderAvatarUrl} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{name} says thanks</p>
          <p className="text-[0.875rem] text-soft">{recencyWords(thanks.at, now)}</p>
        </div>
        <Heart aria-hidden size={20} className="shrink-0 fill-ink" />
      </div>
      {thanks.text && (
        <p dir="auto" className="wrap-anywhere font-serif text-[1.375rem] leading-[1.875rem]">
          “{thanks.text}”
        </p>
      )}
      {thanks.text && !thanks.consent && (
        <p className="text-[0.875rem] text-soft">Only for you. {name} didn’t agree to show it.</p>
      )}
      {thanks.consent && <ShowSwitch inboxId={id} thanks={thanks} />}
    </section>
  );
}

function ShowSwitch({ inboxId, thanks }: { inboxId: string; thanks: ThanksSeen }) {
  const { isShown, show, error } = useShowThanks(inboxId, thanks);
  const signature = signatureAt(thanks.consent?.name ?? null, thanks.at);
  return (
    <div>
      <Switch
        label="Show on my profile"
        hint={`As “${signature}”`}
        checked={isShown}
        onCheckedChange={show}
      />
      <p role="alert" className="text-[0.875rem] text-red-text">
        {error}
      </p>
    </div>
  );
}
