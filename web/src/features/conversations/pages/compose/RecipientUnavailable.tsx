import { Link } from 'react-router';
import { REFUSALS } from '#shared/refusals.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { useOpenChat } from '#web/features/contacts/open-chat.ts';
import { WaitlistButton } from '#web/features/profiles/WaitlistButton.tsx';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Profile, unavailableReason } from '../../recipient.ts';
import { RecipientCard } from './RecipientCard.tsx';
import { PENDING_TITLE, PendingMessageLink, SendBlocked } from './SendBlocked.tsx';
import { UnsendableDraft, useDraftWords } from './UnsendableDraft.tsx';

export type RecipientUnavailableProps = {
  profile: Profile;
  /** Whether a message to this recipient is pending already. */
  pending?: boolean;
};

/* Replaces the form when no message can be sent: the reason, and where to go instead. A started draft is shown. */
export function RecipientUnavailable({ profile, pending = false }: RecipientUnavailableProps) {
  const viewerId = useViewerId();
  const own = profile.id === viewerId;
  const { words: begun } = useDraftWords(profile.id);
  const words = pending
    ? REFUSALS.PENDING_INBOX_EXISTS.sentence
    : unavailableReason(profile, viewerId);
  return (
    <Page title="Send a Message" back={paths.profile(profile.username)}>
      <div className="grid gap-5">
        <RecipientCard profile={profile} />
        <SendBlocked
          title={
            pending
              ? PENDING_TITLE
              : own
                ? 'This is your own profile'
                : profile.freeChat
                  ? 'Free for you'
                  : 'Not right now'
          }
          action={
            pending ? (
              <PendingMessageLink recipientId={profile.id} />
            ) : profile.freeChat && !profile.blocked ? (
              <OpenChat userId={profile.id} />
            ) : profile.full && !own && !profile.blocked ? (
              <WaitlistButton userId={profile.id} asked={profile.full.asked} />
            ) : (
              <Button size="md" render={<Link to={paths.userSearch()} />}>
                {own ? 'Find someone to ask' : 'Find someone else'}
              </Button>
            )
          }
        >
          {words}
          {begun && ' What you wrote is kept for 30 days.'}
        </SendBlocked>
        {begun && <UnsendableDraft {...begun} />}
      </div>
    </Page>
  );
}

function OpenChat({ userId }: { userId: string }) {
  const { open, opening } = useOpenChat();
  return (
    <Button size="md" busy={opening !== undefined} onClick={() => open(userId)}>
      Open chat
    </Button>
  );
}
