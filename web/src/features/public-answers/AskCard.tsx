import { Link } from 'react-router';
import { serverNow } from '#web/api/clock.ts';
import { useSession } from '#web/api/session.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import { firstName } from '../conversations/conversation.ts';
import { unavailableWords } from '../profiles/availability-words.ts';
import { oddsWords, promiseWords } from '../profiles/odds-words.ts';
import type { PublicProfile } from '../profiles/public-profile.ts';

/** How to ask the creator of a public answer, or why nobody can now. */
export function AskCard({ profile }: { profile: PublicProfile }) {
  const session = useSession();
  const now = session && serverNow();
  const own = session?.userId === profile.id;
  const fault = profile.blocked ? 'You blocked this person.' : unavailableWords(profile, now);
  const name = firstName(profile.fullName);
  const to = session ? paths.createInbox(profile.id) : paths.signInToWrite(profile.username);
  if (own || profile.yourPrice?.valueOf() === 0) return null;
  return (
    <section aria-labelledby="ask" className="rounded-card bg-tint p-4">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h2 id="ask" className="font-medium font-serif text-[1.25rem] leading-[1.3]">
            Ask {name} your own question
          </h2>
          {oddsWords(profile) && (
            <p className="mt-2 text-[0.875rem] text-soft">{oddsWords(profile)}</p>
          )}
        </div>
        {!fault && <Stamp price={profile.paidResponsePrice} width={92} tilted />}
      </div>
      {fault ? (
        <p className="mt-3 text-soft">{fault}</p>
      ) : (
        <>
          <Button variant="money" block className="mt-4" render={<Link to={to} />}>
            Contact {profile.tiers ? 'from' : 'for'} {profile.paidResponsePriceFormatted}
          </Button>
          <p className="mt-2 text-balance text-center text-[0.875rem] text-soft">
            {promiseWords(profile.paidResponsePrice, now)}
          </p>
        </>
      )}
    </section>
  );
}
