import { CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Navigate } from 'react-router';
import { createChatInvite } from '#shared/api/contacts.ts';
import type { Output } from '#shared/api/operation.ts';
import type { viewUserProfile } from '#shared/api/profiles.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { call } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { failedBecause } from '#web/api/failure-words.ts';
import { useEntity } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { membersGate } from '#web/gates.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { usePreviousAddress } from '#web/shell/previous-address.ts';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { firstName } from '../../conversations/conversation.ts';
import { PersonCard } from '../../profiles/PersonCard.tsx';
import { refreshContacts } from '../contact-lists.ts';
import { useOpenChat } from '../open-chat.ts';
import { refusalReason } from '../refusal-reason.ts';
import { inviteQueries } from './contacts-queries.ts';

export const loader = queryLoader(inviteQueries, membersGate);

type Invited = Output<typeof viewUserProfile>['data'][number];

/* Invites somebody to be a contact. docs/product/contacts.md#inviting */
export function Component() {
  const userId = usePathParameter('userId');
  const found = useEntity(inviteQueries({ params: { userId } }).person);
  return (
    <QueryPage
      title="Invite to Chat"
      back={paths.chat()}
      query={found}
      missing={<Navigate to={paths.profileNotFound()} replace />}
    >
      {(person) => <Invitation person={person} />}
    </QueryPage>
  );
}

function Invitation({ person }: { person: Invited }) {
  const own = useCurrentUser();
  const leave = useLeaveForm();
  const { open, opening } = useOpenChat();
  const back = usePreviousAddress(paths.profile(person.username));
  const name = firstName(person.fullName);
  const once = useSendOnce();
  const inviting = useWrite({
    mutationFn: () =>
      once.send((options) => call(createChatInvite, { userId: person.id }, options)),
    onSuccess: async ({ needsPlan }) => {
      await refreshContacts().catch(() => undefined);
      toast.success(
        person.contactState === 'INVITED_ME'
          ? `${person.fullName} is a contact of yours now.`
          : needsPlan
            ? `Your invitation waits for ${person.fullName}, who can accept it with a plan that has chat.`
            : `Your invitation is on its way to ${person.fullName}.`,
      );
      leave(paths.dashboard());
    },
  });
  // One cannot chat with oneself, and the support account has help tickets.
  if (person.id === own.id || person.username === SUPPORT_USERNAME)
    return <Navigate to={paths.profile(person.username)} replace />;
  const { submit, words } = offerOf(person.contactState, name);
  const contact = person.contactState === 'CONTACT';
  return (
    <FormPage
      title="Invite to Chat"
      back={back}
      submit={submit ?? ''}
      blocked={submit === undefined}
      busy={inviting.isPending || opening !== undefined}
      error={errorWords(inviting.error)}
      onSubmit={() => (contact ? open(person.id) : inviting.mutate())}
      secondary={
        <Button block variant="quiet" render={<Link to={back} />}>
          Back
        </Button>
      }
    >
      <PersonCard
        name={person.fullName}
        username={person.username}
        imageUrl={person.profileImageUrl}
        memberSince={person.creationDate}
      />
      {words}
    </FormPage>
  );
}

const FAILED = 'Error processing invite';

function errorWords(error: Error | null): string | undefined {
  if (!error) return undefined;
  const reason = refusalReason(error);
  return reason === undefined ? FAILED : failedBecause(FAILED, reason);
}

type Offer = {
  /** The label of the button; undefined if there is nothing to do. */
  readonly submit: string | undefined;
  readonly words: ReactNode;
};

/** The actions that the page offers for each relation to the person. */
function offerOf(state: Invited['contactState'], name: string): Offer {
  switch (state) {
    case 'CONTACT':
      return {
        submit: 'Open chat',
        words: (
          <Banner tone="earned" icon={CircleCheck} title={`${name} is a contact of yours`}>
            You can write to each other in Chat for free.
          </Banner>
        ),
      };
    case 'INVITED_ME':
      return {
        submit: 'Accept invitation',
        words: (
          <Banner tone="earned" icon={CircleCheck} title={`${name} has invited you already`}>
            Accept, and you can write to each other in Chat for free.
          </Banner>
        ),
      };
    case 'INVITED_BY_ME':
      return {
        submit: undefined,
        words: (
          <Banner tone="held" icon={Clock} title="Your invitation waits for an answer">
            Once {name} accepts, you find them among your contacts.
          </Banner>
        ),
      };
    default:
      return { submit: 'Invite', words: <WhatHappens name={name} /> };
  }
}

function WhatHappens({ name }: { name: string }) {
  return (
    <section aria-labelledby="what-happens" className="grid gap-2">
      <h2 id="what-happens" className="font-serif text-xl">
        What happens
      </h2>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>{name} finds your invitation on their Home page.</li>
        <li>If they accept, you’re contacts of each other.</li>
        <li>Contacts write to each other in Chat for free and without waiting.</li>
      </ol>
      <p className="text-soft">If they turn it down, you aren’t told.</p>
    </section>
  );
}
