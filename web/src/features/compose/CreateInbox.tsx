import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { SUPPORT_USERNAME } from '../../../../shared/brand.ts';
import {
  firstMessage,
  MESSAGE_MIN,
  plainText,
  SUBJECT_MAX,
  SUBJECT_MIN,
  subject as subjectRule,
} from '../../../../shared/rules/conversations.ts';
import { isRefusal } from '../../api/client.ts';
import {
  COMPOSE_KEYS,
  type ComposeDraft,
  cameFromSearch,
  claimComposeDraft,
} from '../../conversation/compose-draft.ts';
import { faultOf } from '../../conversation/fault.ts';
import { QueryState } from '../../conversation/QueryState.tsx';
import { showFirstFault } from '../../conversation/show-fault.ts';
import { firstName } from '../../conversation/side.ts';
import { useDraft } from '../../conversation/use-draft.ts';
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
import { RecipientCard } from './RecipientCard.tsx';

const TITLE = 'Send a Message';

/** `/create-inbox/{userId}`: the message, before it is paid for. Spec part 2, sections 2 and 5. */
export function CreateInbox() {
  const { userId = '' } = useParams();
  const profile = useQuery(letterQueries({ params: { userId } }).profile);
  if (isRefusal(profile.error, 'NOT_FOUND', 'INVALID_INPUT')) {
    return <Navigate to={paths.profileNotFound()} replace />;
  }
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
  const [draft, setDraft] = useState(() => claimComposeDraft(profile.id));
  const subjectDraft = useDraft(COMPOSE_KEYS.subject);
  const textDraft = useDraft(COMPOSE_KEYS.text);
  const [asked, setAsked] = useState(false);
  const faults = faultsOf(draft);

  const write = (change: Partial<ComposeDraft>) => {
    setDraft((before) => ({ ...before, ...change }));
    if (change.subject !== undefined) subjectDraft.write(change.subject);
    if (change.text !== undefined) textDraft.write(change.text);
  };
  const goOn = () => {
    setAsked(true);
    if (faults.subject ?? faults.text) return showFirstFault();
    subjectDraft.flush();
    textDraft.flush();
    navigate(paths.inboxPayment(profile.id));
  };
  const leave = () => (cameFromSearch() ? navigate(-1) : navigate(paths.profile(profile.username)));

  return (
    <FormPage
      title={TITLE}
      back={paths.profile(profile.username)}
      submit="Continue to Payment"
      busy={false}
      error={undefined}
      onSubmit={goOn}
      secondary={
        <Button variant="quiet" block onClick={leave}>
          Cancel
        </Button>
      }
    >
      <RecipientCard profile={profile} />
      <Field
        label="Subject"
        error={asked ? faults.subject : undefined}
        counter={<CharCount count={draft.subject.length} min={SUBJECT_MIN} max={SUBJECT_MAX} />}
      >
        <TextInput
          value={draft.subject}
          maxLength={SUBJECT_MAX}
          enterKeyHint="next"
          autoComplete="off"
          placeholder="What is it about?"
          onChange={(event) => write({ subject: event.currentTarget.value })}
        />
      </Field>
      <Field
        label="Message"
        group
        error={asked ? faults.text : undefined}
        counter={<CharCount count={plainText(draft.text).length} min={MESSAGE_MIN} />}
      >
        <RichTextEditor
          marks={LETTER_MARKS}
          value={draft.text}
          minHeight={220}
          placeholder={`Dear ${firstName(profile.fullName)},`}
          onValueChange={(text) => write({ text })}
        />
      </Field>
    </FormPage>
  );
}

/** What is wrong with the draft, in the server's own sentences. */
function faultsOf({ subject, text }: ComposeDraft) {
  return { subject: faultOf(subjectRule, subject), text: faultOf(firstMessage, text) };
}
