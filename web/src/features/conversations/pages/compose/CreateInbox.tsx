import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { FilePen } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { SUPPORT_USERNAME } from '../../../../../../shared/brand.ts';
import { subject } from '../../../../../../shared/rules/conversations/messages.ts';
import {
  messageBeside,
  minimumBeside,
} from '../../../../../../shared/rules/conversations/prompt-answers.ts';
import { answersTo, missingAnswer } from '../../../../../../shared/rules/conversations/prompts.ts';
import { useEntity } from '../../../../api/queries.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useNow } from '../../../../api/use-now.ts';
import { useViewerId } from '../../../../api/viewer.ts';
import { useSubmission } from '../../../../forms/submission.ts';
import { usePathParameter } from '../../../../path-parameters.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { useIsPageOpen } from '../../../../shell/open-page.ts';
import { Page } from '../../../../shell/Page.tsx';
import { QueryPage } from '../../../../shell/QueryPage.tsx';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { ScrolledTo } from '../../../../ui/ScrolledTo.tsx';
import { LetterSkeleton } from '../../../../ui/Skeletons.tsx';
import { firstName } from '../../conversation.ts';
import { DraftStatus } from '../../drafts/DraftStatus.tsx';
import { cameFromSearch } from '../../drafts/device-draft.ts';
import type { DraftState, DraftSync } from '../../drafts/draft-sync.ts';
import { MessageFields } from '../../MessageFields.tsx';
import { useChosenTier } from './chosen-tier.ts';
import { composeQueries } from './compose-queries.ts';
import { Expectation } from './Expectation.tsx';
import { changeIn, changeWords, type OfferChange } from './offer-change.ts';
import { RecipientCard } from './RecipientCard.tsx';
import { type Profile, unavailableReason } from './recipient.ts';
import { useDraftSync } from './use-draft-sync.ts';

const MessageConflict = lazyPart(
  async () => (await import('./MessageConflict.tsx')).MessageConflict,
);
const PromptFields = lazyPart(async () => (await import('./PromptFields.tsx')).PromptFields);
const TierChoice = lazyPart(async () => (await import('./TierChoice.tsx')).TierChoice);
const MissingRecipient = lazyPart(
  async () => (await import('./MissingRecipient.tsx')).MissingRecipient,
);

const RecipientUnavailable = lazyPart(
  async () => (await import('./RecipientUnavailable.tsx')).RecipientUnavailable,
  ({ profile }) => <Opening profile={profile} />,
);

export const loader = queryLoader(composeQueries);

const TITLE = 'Send a Message';
const NOT_SAVED =
  'We could not save your draft, so it cannot be paid for yet. It is kept on this device; please check your connection and try again.';

/** `/create-inbox/{userId}`: writes a message before it is paid for. docs/product/conversations.md#sending-a-message */
export function Component() {
  const userId = usePathParameter('userId');
  const profile = useEntity(composeQueries({ params: { userId } }).profile);
  return (
    <QueryPage
      title={TITLE}
      back={paths.dashboard()}
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
  const [keeper, draft] = useDraftSync(profile.id);
  if (!draft.loaded) return <Opening profile={profile} />;
  // A form holds the words that it starts with.
  return <LetterForm key={draft.edition} profile={profile} keeper={keeper} draft={draft} />;
}

type LetterFormProps = { profile: Profile; keeper: DraftSync; draft: DraftState };

function LetterForm({ profile, keeper, draft }: LetterFormProps) {
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const now = useNow();
  const { words, conflict } = draft;
  const choice = useRef<HTMLDivElement>(null);
  const showChoice = () => choice.current?.scrollIntoView({ block: 'center' });
  const { choice: chosen, price, missing, ...tierChoice } = useChosenTier(profile, words.tier);
  const choose = (tier: string) => {
    tierChoice.choose(tier);
    keeper.write({ tier });
  };
  const change = changeIn(useLocation().state);
  const answers = answersTo(profile.prompts, words.answers);
  const unanswered = missingAnswer(profile.prompts, answers)?.question;
  const [asked, setAsked] = useState(change !== undefined);
  const tiers = useRef<HTMLDivElement>(null);
  const askForTier = () => {
    setAsked(true);
    tiers.current?.querySelector('input')?.focus();
  };
  const questions = useRef<HTMLDivElement | null>(null);
  const askForAnswer = () => {
    setAsked(true);
    const place = answers.findIndex(({ question }) => question === unanswered);
    questions.current?.querySelectorAll('textarea')[place]?.focus();
  };
  const wasLed = useRef(false);
  /** Leads to the question that was added while the sender was paying, once its field is there. */
  const showQuestions = (fields: HTMLDivElement | null) => {
    questions.current = fields;
    if (!fields || change !== 'QUESTION' || wasLed.current) return;
    wasLed.current = true;
    askForAnswer();
  };
  const back = paths.profile(profile.username);
  const form = useForm({
    resolver: zodResolver(
      z.object({ messageSubject: subject, messageText: messageBeside(answers) }),
    ),
    defaultValues: { messageSubject: words.subject, messageText: words.text },
  });
  const submission = useSubmission(form, {
    failed: NOT_SAVED,
    explain: () => NOT_SAVED,
    send: async () => {
      const { saving, conflict: found } = await keeper.save();
      if (found) return showChoice();
      if (saving === 'failed') throw new Error(NOT_SAVED);
      if (isPageOpen()) return navigate(paths.inboxPayment(profile.id, chosen));
      return undefined;
    },
  });
  const leave = () => (cameFromSearch(profile.id) ? navigate(-1) : navigate(back));

  return (
    <FormPage
      title={TITLE}
      back={back}
      submit="Continue to Payment"
      {...submission}
      onSubmit={
        conflict
          ? showChoice
          : missing
            ? askForTier
            : unanswered !== undefined
              ? askForAnswer
              : submission.onSubmit
      }
      secondary={
        <Button variant="quiet" block onClick={leave}>
          Cancel
        </Button>
      }
    >
      {change && <ChangedOffer {...{ change, profile }} />}
      <RecipientCard profile={profile} price={price} />
      {profile.tiers && (
        <TierChoice
          ref={tiers}
          {...{ profile, chosen, choose }}
          error={asked && missing ? 'Please choose one' : undefined}
        />
      )}
      <Expectation profile={profile} price={price} now={now} />
      {conflict && (
        <MessageConflict
          ref={choice}
          theirs={conflict.theirs}
          onTheirs={() => keeper.takeTheirs()}
          onMine={() => void keeper.keepMine()}
        />
      )}
      {(profile.prompts || words.answers) && (
        <PromptFields
          ref={showQuestions}
          profile={profile}
          answers={words.answers}
          missing={asked ? unanswered : undefined}
          keep={(next) => keeper.write({ answers: next })}
        />
      )}
      <MessageFields
        form={form}
        minimum={minimumBeside(answers)}
        placeholder={`Dear ${firstName(profile.fullName)},`}
        keepSubject={(subject) => keeper.write({ subject })}
        keepText={(text) => keeper.write({ text })}
      />
      <DraftStatus
        state={draft}
        isEmpty={words.subject === '' && words.text === ''}
        saved="Saved for 30 days, on all your devices."
      />
    </FormPage>
  );
}

/** Says which terms the recipient changed while the sender was about to pay. */
function ChangedOffer({ change, profile }: { change: OfferChange; profile: Profile }) {
  const { title, text } = changeWords(change, profile);
  return (
    <ScrolledTo>
      <div role="alert">
        <Banner tone="due" icon={FilePen} title={title}>
          {text}
        </Banner>
      </div>
    </ScrolledTo>
  );
}

/** Shown while it is checked whether the recipient can get a message, and the draft loads. */
function Opening({ profile }: { profile: Profile }) {
  return (
    <Page title={TITLE} back={paths.profile(profile.username)}>
      <LetterSkeleton />
    </Page>
  );
}
