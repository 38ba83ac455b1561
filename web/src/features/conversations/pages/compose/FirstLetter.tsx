import { Smartphone } from 'lucide-react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { query, useEntity } from '#web/api/queries.ts';
import { type Address, queryLoader } from '#web/api/screen-loader.ts';
import { useSession } from '#web/api/session.ts';
import { deviceStorage } from '#web/api/storage.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { addressBefore } from '#web/shell/history-entries.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useVisitorLetter } from '../../drafts/use-visitor-letter.ts';
import { readVisitorLetter } from '../../drafts/visitor-letter.ts';
import { type Profile, unavailableReason } from '../../recipient.ts';
import { WaySteps } from '../../WaySteps.tsx';
import { LETTER_TITLE, LetterForm } from './LetterForm.tsx';
import { RecipientCard } from './RecipientCard.tsx';
import { SendBlocked } from './SendBlocked.tsx';
import { UnsendableDraft } from './UnsendableDraft.tsx';

const queries = ({ params: { userId = '' } }: Pick<Address, 'params'>) => ({
  profile: query(viewUserProfile, { id: userId }),
});

export const loader = queryLoader(queries);

/**
 * `/first-letter/{userId}`: a visitor writes before they have an account. The letter is kept on this device.
 * docs/product/auth.md#a-first-letter
 */
export function Component() {
  const userId = usePathParameter('userId');
  const session = useSession();
  const tierId = useSearchParams()[0].get('tier') ?? undefined;
  const profile = useEntity(queries({ params: { userId } }).profile);
  // Another tab may have signed in: the letter is a draft then.
  if (session) return <Navigate to={paths.createInbox(userId, tierId)} replace />;
  return (
    <QueryPage
      title={LETTER_TITLE}
      // As in CreateInbox: the profile is not known yet.
      back={addressBefore() ?? paths.home()}
      query={profile}
      missing={<NotThere userId={userId} />}
    >
      {(person) => <Writing key={person.id} profile={person} />}
    </QueryPage>
  );
}

function Writing({ profile }: { profile: Profile }) {
  // Messages to the support account are free help tickets, for which one has to be signed in.
  if (profile.username === SUPPORT_USERNAME) return <Navigate to={paths.helpTicket()} replace />;
  return unavailableReason(profile, '') ? (
    <NotNow profile={profile} />
  ) : (
    <Letter profile={profile} />
  );
}

function Letter({ profile }: { profile: Profile }) {
  const navigate = useNavigate();
  const { words, edition, write } = useVisitorLetter(profile.id, profile.username);
  return (
    <LetterForm
      // A form holds the words that it starts with.
      key={edition}
      profile={profile}
      words={words}
      write={write}
      failed="We couldn’t keep your letter. Please try again."
      onPay={(chosen) => navigate(paths.firstLetterSender(profile.id, chosen))}
      lead={<WaySteps step="Letter" />}
      note="Next: your name and phone number."
      status={<KeptHere />}
    />
  );
}

/** Where the letter is. A browser without storage keeps it only as long as the page is open. */
function KeptHere() {
  return (
    <p className="-mt-2 flex items-center gap-2 text-[0.875rem] text-soft">
      <Smartphone aria-hidden size={16} className="shrink-0" />
      {deviceStorage.isAvailable()
        ? 'Kept on this device. Only you can see it.'
        : 'Kept until you close this page, because your browser stores nothing. Only you can see it.'}
    </p>
  );
}

/** Says why nobody can write now. A letter that was begun is shown, to read and copy. */
function NotNow({ profile }: { profile: Profile }) {
  const begun = readVisitorLetter(profile.id)?.words;
  return (
    <Page title={LETTER_TITLE} back={paths.profile(profile.username)}>
      <div className="grid gap-5">
        <RecipientCard profile={profile} />
        <SendBlocked title="Not right now" action={<FindSomebodyElse />}>
          {unavailableReason(profile, '')}
          {begun && ' What you wrote stays on this device for 30 days.'}
        </SendBlocked>
        {begun && <UnsendableDraft {...begun} />}
      </div>
    </Page>
  );
}

/** Shows what was written to somebody who is not here any more. */
function NotThere({ userId }: { userId: string }) {
  const begun = readVisitorLetter(userId)?.words;
  if (!begun) return <Navigate to={paths.profileNotFound()} replace />;
  return (
    <Page title={LETTER_TITLE} back={paths.home()}>
      <div className="grid gap-5">
        <SendBlocked title="This account isn’t available" action={<FindSomebodyElse />}>
          The person you wrote to isn’t here anymore, so this letter can’t be sent. You can copy it
          from here; it stays on this device for 30 days.
        </SendBlocked>
        <UnsendableDraft {...begun} />
      </div>
    </Page>
  );
}

function FindSomebodyElse() {
  return (
    <Button size="md" render={<Link to={paths.browse()} />}>
      Find someone else
    </Button>
  );
}
