import { useQuery } from '@tanstack/react-query';
import { viewUserProfileByReferralCode } from '#shared/api/profiles.ts';
import { query } from '#web/api/queries.ts';
import { Avatar } from '#web/ui/Avatar.tsx';

/*
 * Names the person whose referral code was used. Shows nothing for an unknown code, which does not prevent a
 * registration.
 */
export function InvitedBy({ code }: { code: string }) {
  const { data } = useQuery(query(viewUserProfileByReferralCode, { referralCode: code }));
  const inviter = data?.data[0];
  if (!inviter) return null;
  return (
    <p className="flex items-center gap-3 rounded-card border border-rule bg-card px-4 py-3">
      <Avatar name={inviter.fullName} imageUrl={inviter.profileImageUrl} size="sm" />
      <span className="min-w-0">
        Invited by{' '}
        <strong dir="auto" className="wrap-anywhere font-semibold">
          {inviter.fullName}
        </strong>
      </span>
    </p>
  );
}
