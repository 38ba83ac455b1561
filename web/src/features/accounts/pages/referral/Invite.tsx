import { useQuery } from '@tanstack/react-query';
import { viewInvitations } from '#shared/api/invitations.ts';
import { earned, WHO_BRINGS_IT } from '#shared/messages/invitations.ts';
import { REFERRAL_BONUS } from '#shared/rules/accounts/referrals.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { query } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { ShareButtons } from '#web/features/profiles/ShareButtons.tsx';
import { displayAddress, invitation } from '#web/features/profiles/share.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { Money } from '#web/ui/Money.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { Timeline } from '#web/ui/Timeline.tsx';
import { WebAddress } from '#web/ui/WebAddress.tsx';
import { InvitedPeople } from './InvitedPeople.tsx';

const queries = () => ({ invited: query(viewInvitations, {}) });
export const loader = queryLoader(queries);

const STEPS = [
  {
    key: 'register',
    done: false,
    lead: 'They register',
    text: 'from your link, or scan your code.',
  },
  { key: 'plan', done: false, lead: 'They choose Starter or Professional', text: 'now or later.' },
  {
    key: 'bonus',
    done: false,
    ...earned(REFERRAL_BONUS),
  },
];

/* The referral bonus, and the link that earns it. docs/product/billing.md#referral-bonus */
export function Component() {
  const { referralCode } = useCurrentUser();
  const shared = invitation(referralCode);
  const invited = useQuery(queries().invited);
  return (
    <Page title="Invite people" back={paths.myProfile()}>
      <div className="letter mt-2 grid justify-items-center px-6 py-7 text-center">
        <h2 className="max-w-[22ch] font-medium font-serif text-2xl leading-tight">
          <Money amount={REFERRAL_BONUS} /> for everyone you bring along
        </h2>
        <p className="mt-1.5 text-balance text-soft">{WHO_BRINGS_IT}</p>
        <div className="my-4 grid w-full justify-items-center border-rule border-y py-4">
          <QrCode text={shared.url} label={`QR code of ${displayAddress(shared)}`} />
        </div>
        <p className="text-[0.875rem] text-soft">Your code</p>
        <p className="font-figures font-semibold text-2xl tracking-widest">{referralCode}</p>
        <p className="mt-2 text-soft">
          <WebAddress address={displayAddress(shared)} />
        </p>
      </div>
      <div className="my-5">
        <ShareButtons shared={shared} qrName={`replypaid-invitation-${referralCode}.png`} />
      </div>
      <section>
        <h2 className="mb-3 font-serif text-xl">How it works</h2>
        <Timeline label="How the bonus works" items={STEPS} />
      </section>
      <section className="mt-7">
        <h2 className="font-serif text-xl">Who joined</h2>
        <QueryContent
          query={invited}
          failed="We couldn’t load who joined."
          skeleton={<RowsSkeleton rows={2} />}
        >
          {({ data }) => <InvitedPeople people={data} />}
        </QueryContent>
      </section>
    </Page>
  );
}
