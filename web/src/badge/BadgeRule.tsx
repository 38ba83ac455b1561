import { BadgeCheck, CircleAlert } from 'lucide-react';
import { isPaid } from '../../../shared/rules/plans.ts';
import { useCurrentUser } from '../api/current-user.ts';
import { losesBadgeWithCard } from './badge-loss.ts';

/**
 * What the name on a card means for the Verified Account Badge, as it is typed. Nothing for whoever is on no paid plan.
 */
export function BadgeRule({ nameOnCard }: { nameOnCard: string }) {
  const user = useCurrentUser();
  if (!isPaid(user.licenseId)) return null;
  const loses = nameOnCard.trim() !== '' && losesBadgeWithCard(user, nameOnCard);
  const Icon = loses ? CircleAlert : BadgeCheck;
  return (
    <p
      aria-live="polite"
      className="flex gap-2.5 rounded-letter bg-tint p-4 text-[0.9375rem] text-soft"
    >
      <Icon
        aria-hidden
        className={`mt-0.5 size-5 shrink-0 ${loses ? 'text-red-text' : 'text-earned-text'}`}
      />
      <span>
        {loses
          ? `This card is not in the name of ${user.fullName}. With it, your profile loses its Verified Account Badge.`
          : `Your Verified Account Badge needs a card in your full name, ${user.fullName}.`}
      </span>
    </p>
  );
}
