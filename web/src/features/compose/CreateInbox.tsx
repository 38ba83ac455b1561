import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { SUPPORT_USERNAME } from '../../../../shared/brand.ts';
import type { DraftWords } from '../../../../shared/rules/conversations/drafts.ts';
import {
  firstMessage,
  MESSAGE_MIN,
  plainText,
  SUBJECT_MAX,
  SUBJECT_MIN,
  subject as subjectRule,
} from '../../../../shared/rules/conversations/messages.ts';
import { isRefusal } from '../../api/client.ts';
import { cameFromSearch } from '../../conversation/compose-draft.ts';
import { faultOf } from '../../conversation/fault.ts';
import { QueryState } from '../../conversation/QueryState.tsx';
import { showFirstFault } from '../../conversation/show-fault.ts';
import { firstName } from '../../conversation/side.ts';
import { useViewerId } from '../../conversation/viewer.ts';
import { paths } from '../../paths.ts';
import { FormPage } from '../../shell/FormPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { CharCount } from '../../ui/CharCount.tsx';
import { Field } from '../../ui/Field.tsx';
import { RichTextEditor } from '../../ui/RichTextEditor.tsx';
import { LETTER_MARKS } from '../../ui/rich-text-marks.ts';
import { TextInput } from '../../ui/TextInput.tsx';
import { type Profile, whyNot } from './accepting.ts';
import { CannotWrite } from './CannotWrite.tsx';
import { letterQueries } from './compose-queries.ts';
import { DraftConflict } from './DraftConflict.tsx';
import { DraftStatus } from './DraftStatus.tsx';
import { GoneRecipient } from './GoneRecipient.tsx';
import { RecipientCard } from './RecipientCard.tsx';
import { useDraftKeeper } from './use-draft-keeper.ts';

const TITLE = 'Send a Message';
const NOT_SAVED =
  'We could not save your letter, so it cannot be paid for yet. It is kept on this device; please check your connection and try again.';

/** `/create-inbox/{userId}`: the message, before it is paid for. docs/product/conversations.md#sending-a-message */
export function CreateInbox() {
  const { userId = '' } = useParams();
  const profile = useQuery(letterQueries({ params: { userId } }).profile);
  if (isRefusal(profile.error, 'INVALID_INPUT')) {
    return <Navigate to={paths.profileNotFound()} replace />;
  }
  if (isRefusal(profile.error, 'NOT_FOUND')) return <GoneRecipient userId={userId} />;
  const person = profile.data?.data[0];
  if (!person) {
    return <QueryState title={TITLE} back={paths.dashboard()} query={profile} />;
  }
  // The product itself is asked free of charge, whatever address led here.
  if (person.username === SUPPORT_USERNAME) return <Navigate to={paths.helpTicket()} replace />;
  return <Compose key={person.id} profile={person} />;
}

/** The form, or at once why there is none: nobody writes what cannot be sent. */
function Compose({ profile }: { profile: Profile }) {
  const viewerId = useViewerId();
  const pending = useQuery({
    ...letterQueries({ params: { userId: profile.id } }).pending,
    enabled: profile.id !== viewerId,
  });
  // Without an answer one may write: the server has the last word when it is sent.
  if (pending.isLoading) {
    return <QueryState title={TITLE} back={paths.profile(profile.username)} query={pending} />;
  }
  if (pending.data?.hasPendingInbox) return <CannotWrite profile={profile} pending />;
  if (whyNot(profile, viewerId)) return <CannotWrite profile={profile} />;
  return <Letter profile={profile} />;
}

function Letter({ profile }: { profile: Profile }) {
  const navigate = useNavigate();
  const [keeper, draft] = useDraftKeeper(profile.id);
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
    if (faults.subject ?? faults.text) return showFirstFault();
    setGoing(true);
    const { saving, conflict: found } = await keeper.save();
    setGoing(false);
    if (found) return choice.current?.scrollIntoView({ block: 'center' });
    if (saving === 'failed') return setNotSaved(true);
    navigate(paths.inboxPayment(profile.id));
  };
  const leave = () => (cameFromSearch(profile.id) ? navigate(-1) : navigate(back));
  if (!draft.loaded) {
    const asking = { error: null, isFetching: true, refetch: () => keeper.check() };
    return <QueryState title={TITLE} back={back} query={asking} />;
  }

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

/** What is wrong with the draft, in the server's own sentences. */
function faultsOf({ subject, text }: DraftWords) {
  return { subject: faultOf(subjectRule, subject), text: faultOf(firstMessage, text) };
}
