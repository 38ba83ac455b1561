import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { useEntity } from '#web/api/queries.ts';
import { clearReturnProfile, returnProfile } from '#web/api/return-address.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { addressBefore } from '#web/shell/history-entries.ts';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import { DraftStatus } from '../../drafts/DraftStatus.tsx';
import { cameFromSearch } from '../../drafts/device-draft.ts';
import { type Profile, unavailableReason } from '../../recipient.ts';
import { composeQueries } from './compose-queries.ts';
import { LETTER_TITLE, LetterForm } from './LetterForm.tsx';
import { useDraftSync } from './use-draft-sync.ts';

const MessageConflict = lazyPart(
  async () => (await import('./MessageConflict.tsx')).MessageConflict,
);
const MissingRecipient = lazyPart(
  async () => (await import('./MissingRecipient.tsx')).MissingRecipient,
);

const RecipientUnavailable = lazyPart(
  async () => (await import('./RecipientUnavailable.tsx')).RecipientUnavailable,
  ({ profile }) => <Opening profile={profile} />,
);

export const loader = queryLoader(composeQueries);

const NOT_SAVED =
  'We couldn’t save your draft to your account, so you can’t pay yet. It’s safe on this device. Check your connection and try again.';

/** `/create-inbox/{userId}`: writes a message before it is paid for. docs/product/conversations.md#sending-a-message */
export function Component() {
  const userId = usePathParameter('userId');
  const profile = useEntity(composeQueries({ params: { userId } }).profile);
  return (
    <QueryPage
      title={LETTER_TITLE}
      // The recipient's profile, to which Back leads afterwards, is not known yet; most writers came from there.
      back={addressBefore() ?? paths.dashboard()}
      query={profile}
      missing={<MissingRecipient userId={userId} />}
    >
      {(person) => <Compose key={person.id} profile={person} />}
    </QueryPage>
  );
}

/** Checks first whether the recipient can get a message, so that nobody writes one in vain. */
function Compose({ profile }: { profile: Profile }) {
  const viewerId = useViewerId();
  const pending = useQuery({
    ...composeQueries({ params: { userId: profile.id } }).pending,
    enabled: profile.id !== viewerId,
  });
  // Messages to the support account are free help tickets.
  if (profile.username === SUPPORT_USERNAME) return <Navigate to={paths.helpTicket()} replace />;
  // If the check fails, writing is allowed: the server checks again when the message is sent.
  if (pending.isLoading) return <Opening profile={profile} />;
  if (pending.data?.hasPendingInbox) return <RecipientUnavailable profile={profile} pending />;
  if (unavailableReason(profile, viewerId)) return <RecipientUnavailable profile={profile} />;
  return <Letter profile={profile} />;
}

function Letter({ profile }: { profile: Profile }) {
  useEffect(() => {
    // The sign-in led here instead of to the profile.
    if (returnProfile() === profile.username) clearReturnProfile();
  }, [profile.username]);
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const [keeper, draft] = useDraftSync(profile.id);
  const choice = useRef<HTMLDivElement>(null);
  const showChoice = () => choice.current?.scrollIntoView({ block: 'center' });
  const { words, conflict } = draft;
  const back = paths.profile(profile.username);
  if (!draft.loaded) return <Opening profile={profile} />;
  const pay = async (chosen: string | undefined) => {
    const { saving, conflict: found } = await keeper.save();
    if (found) return showChoice();
    if (saving === 'failed') throw new Error(NOT_SAVED);
    if (isPageOpen()) return navigate(paths.inboxPayment(profile.id, chosen));
    return undefined;
  };
  const leave = () => (cameFromSearch(profile.id) ? navigate(-1) : navigate(back));
  return (
    <LetterForm
      // A form holds the words that it starts with.
      key={draft.edition}
      profile={profile}
      words={words}
      write={(change) => keeper.write(change)}
      failed={NOT_SAVED}
      onPay={pay}
      onBlocked={conflict && showChoice}
      secondary={
        <Button variant="quiet" onClick={leave}>
          Cancel
        </Button>
      }
      notice={
        conflict && (
          <MessageConflict
            ref={choice}
            theirs={conflict.theirs}
            onTheirs={() => keeper.takeTheirs()}
            onMine={() => void keeper.keepMine()}
          />
        )
      }
      status={
        <DraftStatus
          state={draft}
          isEmpty={words.subject === '' && words.text === ''}
          saved="Saved for 30 days, on all your devices."
        />
      }
    />
  );
}

/** Shown while it is checked whether the recipient can get a message, and the draft loads. */
function Opening({ profile }: { profile: Profile }) {
  return (
    <Page title={LETTER_TITLE} back={paths.profile(profile.username)}>
      <LetterSkeleton />
    </Page>
  );
}
