import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { type DraftWords, isEmptyDraft } from '#shared/rules/conversations/drafts.ts';
import { answersTo, isBlank } from '#shared/rules/conversations/prompts.ts';
import { query, useEntity } from '#web/api/queries.ts';
import { clearReturnProfile, returnProfile } from '#web/api/return-address.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { takesFiles, takesRecordings } from '#web/features/attachments/files-allowed.ts';
import { filesCreated, placeKeys } from '#web/features/attachments/page-uploads.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { addressBefore } from '#web/shell/history-entries.ts';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import { firstName } from '../../conversation.ts';
import { DraftStatus } from '../../drafts/DraftStatus.tsx';
import { cameFromSearch } from '../../drafts/device-draft.ts';
import type { DraftState, DraftSync } from '../../drafts/draft-sync.ts';
import { type Profile, unavailableReason } from '../../recipient.ts';
import { ANOTHER_CARD, askedAgainIn, toAskElsewhere } from './asked-again.ts';
import { CardRow } from './CardRow.tsx';
import { composeQueries } from './compose-queries.ts';
import { LETTER_TITLE, LetterForm } from './LetterForm.tsx';
import { choiceBefore, type LastTime } from './last-time.ts';
import { useDraftSync } from './use-draft-sync.ts';
import { useLastTime } from './use-last-time.ts';

const MessageConflict = lazyPart(
  async () => (await import('./MessageConflict.tsx')).MessageConflict,
);
const LetterFiles = lazyPart(
  async () => (await import('#web/features/attachments/LetterFiles.tsx')).LetterFiles,
  () => <div className="min-h-14" />,
);
const VoiceInLetter = lazyPart(
  async () => (await import('#web/features/voice/VoiceInLetter.tsx')).VoiceInLetter,
  () => <div className="min-h-14" />,
);
const WhoSeesFiles = lazyPart(
  async () => (await import('#web/features/attachments/WhoSeesFiles.tsx')).WhoSeesFiles,
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
  const [search] = useSearchParams();
  const profile = useEntity(composeQueries({ params: { userId }, search }).profile);
  return (
    <QueryPage
      title={LETTER_TITLE}
      // The recipient's profile, to which Back leads afterwards, is not known yet; most writers came from there.
      back={addressBefore() ?? paths.dashboard()}
      query={profile}
      missing={<MissingRecipient userId={userId} wasAsked={askedAgainIn(search) !== undefined} />}
    >
      {(person) => <Compose key={person.id} profile={person} />}
    </QueryPage>
  );
}

/** Checks first whether the recipient can get a message, so that nobody writes one in vain. */
function Compose({ profile }: { profile: Profile }) {
  const viewerId = useViewerId();
  const pending = useQuery({
    ...query(checkPendingInbox, { userId: profile.id }),
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
  const [search] = useSearchParams();
  const [keeper, draft] = useDraftSync(profile.id);
  const { isLoading, lastTime } = useLastTime(askedAgainIn(search) ?? toAskElsewhere());
  if (!draft.loaded || isLoading) return <Opening profile={profile} />;
  return <Writing profile={profile} keeper={keeper} draft={draft} lastTime={lastTime} />;
}

type WritingProps = {
  profile: Profile;
  keeper: DraftSync;
  draft: DraftState;
  lastTime: LastTime | undefined;
};

function Writing({ profile, keeper, draft, lastTime }: WritingProps) {
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const askedAgain = askedAgainIn(useSearchParams()[0]);
  const choice = useRef<HTMLDivElement>(null);
  const showChoice = () => choice.current?.scrollIntoView({ block: 'center' });
  const { conflict } = draft;
  const { words, write } = useWords(profile, keeper, draft, lastTime);
  const card = useEntity({ ...query(viewPaymentMethod, {}), enabled: lastTime !== undefined }).data;
  const [isAnother, setAnother] = useState(false);
  const back = paths.profile(profile.username);
  const hasFiles = takesFiles(profile);
  const hasVoice = takesRecordings(profile);
  const [isSpoken, setSpoken] = useState(false);
  const [unfinished, setUnfinished] = useState<{ open: () => void }>();
  const keepUnfinished = useCallback(
    (open: (() => void) | undefined) => setUnfinished(open && { open }),
    [],
  );
  const ids = words.attachments ?? NO_FILES;
  const pay = async (chosen: string | undefined) => {
    await filesCreated(placeKeys.letter(profile.id));
    const { saving, conflict: found } = await keeper.save();
    if (found) return showChoice();
    if (saving === 'failed') throw new Error(NOT_SAVED);
    const to = paths.inboxPayment(profile.id, chosen, askedAgain);
    if (isPageOpen()) return navigate(to, { state: isAnother ? ANOTHER_CARD : null });
    return undefined;
  };
  const leave = () => (cameFromSearch(profile.id) ? navigate(-1) : navigate(back));
  return (
    <LetterForm
      // A form holds the words that it starts with.
      key={draft.edition}
      profile={profile}
      words={words}
      write={write}
      lastTime={lastTime}
      failed={NOT_SAVED}
      onPay={pay}
      onBlocked={conflict ? showChoice : unfinished?.open}
      isSpoken={isSpoken}
      payment={
        card && {
          isOneTap: !isAnother,
          rowOf: (amount) => (
            <CardRow card={card} amount={amount} isAnother={isAnother} onChange={setAnother} />
          ),
        }
      }
      files={
        hasFiles || hasVoice
          ? {
              foot: (
                <>
                  {hasVoice && (
                    <VoiceInLetter
                      recipientId={profile.id}
                      hearer={firstName(profile.fullName)}
                      keeper={keeper}
                      ids={ids}
                      onSpoken={setSpoken}
                      onUnfinished={keepUnfinished}
                    />
                  )}
                  {hasFiles && <LetterFiles recipientId={profile.id} keeper={keeper} ids={ids} />}
                </>
              ),
              note: <WhoSeesFiles name={firstName(profile.fullName)} />,
            }
          : undefined
      }
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
          isEmpty={words.subject === '' && words.text === '' && !words.attachments?.length}
          saved="Saved for 30 days, on all your devices."
        />
      }
    />
  );
}

const NO_FILES: readonly string[] = [];

/**
 * The words of the letter. An empty one begins with the choice and the answers of the order before, which are kept with the
 * first change. A letter that was begun stays as it is.
 */
function useWords(
  profile: Profile,
  keeper: DraftSync,
  draft: DraftState,
  lastTime: LastTime | undefined,
) {
  const [isBegun, setBegun] = useState(() => !lastTime || !isEmptyDraft(draft.words));
  const answers = answersTo(profile.prompts, lastTime?.answers).filter((one) => !isBlank(one));
  const tier = lastTime && choiceBefore(profile, lastTime);
  const takenOver = {
    ...(answers.length > 0 && { answers }),
    ...(tier && { tier }),
  };
  return {
    words: isBegun ? draft.words : { ...draft.words, ...takenOver },
    write: (change: Partial<DraftWords>) => {
      keeper.write(isBegun ? change : { ...takenOver, ...change });
      setBegun(true);
    },
  };
}

/** Shown while it is checked whether the recipient can get a message, and the draft loads. */
function Opening({ profile }: { profile: Profile }) {
  return (
    <Page title={LETTER_TITLE} back={paths.profile(profile.username)} width="broad" barBeside>
      <LetterSkeleton />
    </Page>
  );
}
