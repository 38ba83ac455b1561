import { BadgeCheck, CircleDashed } from 'lucide-react';
import { Link } from 'react-router';
import type { CurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';

/** The badge status of an account on a paid plan: whether it has the badge, what was verified, and how to get it. */
export function BadgeStatus({ user }: { user: CurrentUser }) {
  const { trusted, verifiedName } = user;
  if (trusted)
    return (
      <Banner tone="earned" icon={BadgeCheck} title="You have the Verified Account Badge">
        Stripe verified the name of your payout account, {verifiedName}, and it’s the name on your
        profile. You lose the badge when you save another full name.
      </Banner>
    );
  return (
    <Banner
      tone="held"
      icon={CircleDashed}
      title="You don’t have the Verified Account Badge"
      action={<WayToBadge user={user} />}
    >
      {refusalReason(user)}
      {user.badge === 'CARD_NAME' && ' Until then your profile says “Card name matches”.'}
    </Banner>
  );
}

function refusalReason({ verifiedName, fullName }: CurrentUser): string {
  return verifiedName === null
    ? `It needs a payout account in your full name, ${fullName}: Stripe verifies who you are when you set up payouts.`
    : `Stripe verified your payout account in the name of ${verifiedName}. Your full name here is ${fullName}; the badge comes as soon as both are the same.`;
}

function WayToBadge({ user: { verifiedName } }: { user: CurrentUser }) {
  return verifiedName === null ? (
    <Button size="md" render={<Link to={paths.accountBalance()} />}>
      Set up payouts
    </Button>
  ) : (
    <Button size="md" render={<Link to={paths.editProfile()} />}>
      Edit my full name
    </Button>
  );
}
