import { useEffect } from 'react';
import { Link, Navigate } from 'react-router';
import type { Output } from '#shared/api/operation.ts';
import type { viewUserProfileByReferralCode } from '#shared/api/profiles.ts';
import { PRODUCT_NAME } from '#shared/brand.ts';
import * as promises from '#shared/messages/promises.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { truncateAtWord } from '#shared/rules/text.ts';
import { useEntity } from '#web/api/queries.ts';
import { publicQueryLoader } from '#web/api/screen-loader.ts';
import { readSession, type Session, useSession } from '#web/api/session.ts';
import { firstName } from '#web/features/conversations/conversation.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { Page, PageHeading } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ProfileSkeleton } from '#web/ui/Skeletons.tsx';
import { Timeline } from '#web/ui/Timeline.tsx';
import { storeReferral } from '../../stored-referral.ts';
import { referralQueries } from '../account-queries.ts';

export const loader = publicQueryLoader(referralQueries);

type Inviter = Output<typeof viewUserProfileByReferralCode>['data'][number];

/** The most characters of the inviter's bio to show under their name. */
const PITCH_LENGTH = 160;

/* The page that an invitation links to. docs/product/billing.md#referral-bonus */
export function Component() {
  const code = usePathParameter('code');
  const query = useEntity(referralQueries({ params: { code } }).inviter);
  return (
    <QueryPage
      title="Invitation"
      header="brand"
      heading="hidden"
      query={query}
      failed="We couldn’t load this invitation."
      skeleton={<ProfileSkeleton />}
      missing={<Navigate to={paths.referralNotFound()} replace />}
    >
      {(inviter) => <Invitation inviter={inviter} code={code} />}
    </QueryPage>
  );
}

function Invitation({ inviter, code }: { inviter: Inviter; code: string }) {
  const session = useSession();
  useEffect(() => {
    // Not `session`, which is undefined while a rendered page is hydrated.
    if (!readSession()) storeReferral(code);
  }, [code]);
  return (
    <Page
      title={`${inviter.fullName} invites you`}
      documentTitle={`${inviter.fullName} invites you`}
      header="brand"
      heading="hidden"
    >
      <InviterLetter inviter={inviter} />
      {session ? <ForMember inviter={inviter} session={session} /> : <ForVisitor />}
    </Page>
  );
}

function InviterLetter({ inviter }: { inviter: Inviter }) {
  const { fullName, username, profileImageUrl, bio } = inviter;
  const pitch = truncateAtWord(plainText(bio), PITCH_LENGTH);
  return (
    <div className="letter mt-2 grid justify-items-center px-6 py-8 text-center">
      <Avatar name={fullName} imageUrl={profileImageUrl} size="xl" />
      <PageHeading className="mt-4 font-medium font-serif text-[1.75rem] leading-tight">
        <bdi>{fullName}</bdi> invites you to {PRODUCT_NAME}
      </PageHeading>
      <Link
        to={paths.profile(username, 'referral')}
        className="wrap-anywhere mt-1 inline-flex min-h-11 items-center text-soft underline underline-offset-4"
      >
        @{username}
      </Link>
      {pitch && (
        <p dir="auto" className="mt-1 max-w-[38ch] font-serif text-lg">
          “{pitch}”
        </p>
      )}
    </div>
  );
}

function ForVisitor() {
  return (
    <>
      <div className="my-6 grid gap-2">
        <Button block render={<Link to={paths.register()} />}>
          Register
        </Button>
        <p className="text-center text-[0.875rem] text-soft">Free, in two minutes.</p>
      </div>
      <section>
        <h2 className="mb-3 font-serif text-xl">What you can do here</h2>
        <Timeline label="What you can do here" items={OFFERS} />
      </section>
      <p className="mt-5">
        Registered already? <TextLink to={paths.login()}>Sign In</TextLink>
      </p>
    </>
  );
}

const OFFERS = [
  {
    key: 'ask',
    done: true,
    lead: 'Ask people who know,',
    text: promises.INVITED_TO_ASK,
  },
  {
    key: 'answer',
    done: true,
    lead: 'Be asked,',
    text: promises.INVITED_TO_ANSWER,
  },
];

/* Tells a signed-in user that invitations are for new users, and what they can do instead. */
function ForMember({ inviter, session }: { inviter: Inviter; session: Session }) {
  const own = session.userId === inviter.id;
  return (
    <div className="my-6 grid gap-2">
      <p className="mb-2 text-center text-soft">
        {own
          ? 'This is your own invitation, as others see it.'
          : 'You’re a member already, so there’s nothing to accept.'}
      </p>
      {own ? (
        <Button block render={<Link to={paths.invite()} />}>
          Share it
        </Button>
      ) : (
        <Button block render={<Link to={paths.profile(inviter.username, 'referral')} />}>
          <span className="wrap-anywhere">See {firstName(inviter.fullName)}’s profile</span>
        </Button>
      )}
      <Button block variant="quiet" render={<Link to={paths.dashboard()} />}>
        Go to dashboard
      </Button>
    </div>
  );
}
