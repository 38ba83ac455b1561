import { BadgeCheck, CircleDashed } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { CurrentUser } from '../../api/current-user.ts';
import { paths } from '../../paths.ts';
import { cameFrom } from '../../shell/came-from.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

/** Whether a profile on a paid plan carries the badge, the rule behind it, and the way to have it. */
export function BadgeStatus({ user }: { user: CurrentUser }) {
  const { trusted, fullName, nameOnCard } = user;
  if (trusted)
    return (
      <Banner tone="earned" icon={BadgeCheck} title="You have the Verified Account Badge">
        It stays while the name on your card is your full name, {fullName}. You lose it when you
        save a card in another name, or another full name.
      </Banner>
    );
  return (
    <Banner
      tone="held"
      icon={CircleDashed}
      title="You do not have the Verified Account Badge"
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            size="md"
            render={
              <Link to={paths.updatePaymentMethod()} state={cameFrom(paths.subscription())} />
            }
          >
            Use a card in my name
          </Button>
          <Button variant="quiet" size="md" render={<Link to={paths.editProfile()} />}>
            Edit my full name
          </Button>
        </div>
      }
    >
      The name on your card has to be your full name, {fullName}.
      {nameOnCard !== null && ` Your card is in the name of ${nameOnCard}.`} The badge comes back as
      soon as both are the same.
    </Banner>
  );
}
