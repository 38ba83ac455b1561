import { useCurrentUser } from '#web/api/current-user.ts';
import { badgeLossOf, otherCardWords } from '../badge-loss.ts';

/** A note under the name on a new card if the profile shows less with it. */
export function BadgeNote({ nameOnCard }: { nameOnCard: string }) {
  const user = useCurrentUser();
  const loss = nameOnCard.trim() === '' ? undefined : badgeLossOf(user, { nameOnCard });
  return (
    <div aria-live="polite">
      {loss && (
        <p className="rounded-card bg-tint p-4 text-[0.9375rem] text-soft">
          {otherCardWords(user, loss)}
        </p>
      )}
    </div>
  );
}
