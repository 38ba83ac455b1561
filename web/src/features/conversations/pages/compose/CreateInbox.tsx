import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { SUPPORT_USERNAME } from '../../../../../../shared/brand.ts';
import type { DraftWords } from '../../../../../../shared/rules/conversations/drafts.ts';
import {
  firstMessage,
  MESSAGE_MIN,
  plainText,
  SUBJECT_MAX,
  SUBJECT_MIN,
  subject as subjectRule,
} from '../../../../../../shared/rules/conversations/messages.ts';
import { useEntity } from '../../../../api/queries.ts';
import { useViewerId } from '../../../../api/viewer.ts';
import { ruleError } from '../../../../forms/rule-error.ts';
import { showFirstError } from '../../../../forms/show-first-error.ts';
import { usePathParameter } from '../../../../path-parameters.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { Page } from '../../../../shell/Page.tsx';
import { QueryPage } from '../../../../shell/QueryPage.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { CharCount } from '../../../../ui/CharCount.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { RichTextEditor } from '../../../../ui/RichTextEditor.tsx';
import { LETTER_MARKS } from '../../../../ui/rich-text-marks.ts';
import { LetterSkeleton } from '../../../../ui/Skeletons.tsx';
import { TextInput } from '../../../../ui/TextInput.tsx';
import { firstName } from '../../conversation.ts';
import { cameFromSearch } from '../../drafts/device-draft.ts';
import { letterQueries } from './compose-queries.ts';
import { DraftConflict } from './DraftConflict.tsx';
import { DraftStatus } from './DraftStatus.tsx';
import { MissingRecipient } from './MissingRecipient.tsx';
import { RecipientCard } from './RecipientCard.tsx';
import { RecipientUnavailable } from './RecipientUnavailable.tsx';
import { type Profile, unavailableReason } from './recipient.ts';
import { useDraftSync } from './use-draft-sync.ts';

const TITLE = 'Send a Message';
const NOT_SAVED =
  'We could not save your draft, so it cannot be paid for yet. It is kept on this device; please check your connection and try again.';

/** `/create-inbox/{userId}`: writes a message before it is paid for. docs/product/conversations.md#sending-a-message */
export function Component() {
  const userId = usePathParameter('userId');
  const profile = useEntity(letterQueries({ params: { userId } }).profile);
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
    ...letterQueries({ params: { userId: profile.id } }).pending,
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
  const navigate = useNavigate();
  const [keeper, draft] = useDraftSync(profile.id);
  const { words, edition, conflict } = draft;
  const [asked, setAsked] = useState(false);
  const [going, setGoing] = useState(false);
  const [notSaved, setNotSaved] = useState(false);
  const choice = useRef<HTMLDivElement>(null);
  const faults = faultsOf(words);
  const back = paths.profile(profile.username);

  const goOn = async () => {
    setAsked(true);
    setNotSaved(false);
    if (conflict) return choice.current?.scrollIntoView({ block: 'center' });
    if (faults.subject ?? faults.text) return showFirstError();
    setGoing(true);
    const { saving, conflict: found } = await keeper.save();
    setGoing(false);
    if (found) return choice.current?.scrollIntoView({ block: 'center' });
    if (saving === 'failed') return setNotSaved(true);
    navigate(paths.inboxPayment(profile.id));
  };
  const leave = () => (cameFromSearch(profile.id) ? navigate(-1) : navigate(back));
  if (!draft.loaded) return <Opening profile={profile} />;
  return (
    <FormPage
      title={TITLE}
      back={back}
      submit="Continue to Payment"
      busy={going}
      error={notSaved ? NOT_SAVED : undefined}
      onSubmit={goOn}
      secondary={
        <Button variant="quiet" block onClick={leave}>
          Cancel
        </Button>
      }
    >
      <RecipientCard profile={profile} />
      {conflict && (
        <DraftConflict
          ref={choice}
          theirs={conflict.theirs}
          onTheirs={() => keeper.takeTheirs()}
          onMine={() => void keeper.keepMine()}
        />
      )}
      <Field
        label="Subject"
        error={asked ? faults.subject : undefined}
        counter={<CharCount count={words.subject.length} min={SUBJECT_MIN} max={SUBJECT_MAX} />}
      >
        <TextInput
          value={words.subject}
          maxLength={SUBJECT_MAX}
          enterKeyHint="next"
          autoComplete="off"
          placeholder="What is it about?"
          onChange={(event) => keeper.write({ subject: event.currentTarget.value })}
        />
      </Field>
      <Field
        label="Message"
        group
        error={asked ? faults.text : undefined}
        counter={<CharCount count={plainText(words.text).length} min={MESSAGE_MIN} />}
      >
        <RichTextEditor
          marks={LETTER_MARKS}
          key={edition}
          value={words.text}
          minHeight={220}
          placeholder={`Dear ${firstName(profile.fullName)},`}
          onValueChange={(text) => keeper.write({ text })}
        />
      </Field>
      <DraftStatus state={draft} />
    </FormPage>
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

/** The validation errors of the draft, in the server's words. */
function faultsOf({ subject, text }: DraftWords) {
  return { subject: ruleError(subjectRule, subject), text: ruleError(firstMessage, text) };
}
