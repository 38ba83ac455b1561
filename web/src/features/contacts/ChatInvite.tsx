import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { createChatInvite } from '../../../../shared/api/contacts.ts';
import type { Output } from '../../../../shared/api/operation.ts';
import type { viewUserProfile } from '../../../../shared/api/profiles.ts';
import { SUPPORT_USERNAME } from '../../../../shared/brand.ts';
import { call, isRefusal } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { refreshContacts } from '../../contacts/contact-lists.ts';
import { useOpenChat } from '../../contacts/open-chat.ts';
import { reasonOf } from '../../contacts/reason.ts';
import { PersonCard } from '../../conversation/PersonCard.tsx';
import { QueryState } from '../../conversation/QueryState.tsx';
import { firstName } from '../../conversation/side.ts';
import { paths } from '../../paths.ts';
import { useCameFrom } from '../../shell/came-from.ts';
import { FormPage } from '../../shell/FormPage.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/Toast.tsx';
import { inviteQueries } from './contacts-queries.ts';

type Invited = Output<typeof viewUserProfile>['data'][number];

/* Asks somebody to be a contact, with whom one may chat. docs/product/contacts.md#inviting */
export function Component() {
  const { userId = '' } = useParams();
  const own = useCurrentUser();
  const found = useQuery(inviteQueries({ params: { userId } }).person);
  const person = found.data?.data[0];
  if (isRefusal(found.error, 'NOT_FOUND', 'INVALID_INPUT'))
    return <Navigate to={paths.profileNotFound()} replace />;
  if (!person) return <QueryState title="Invite to Chat" back={paths.chat()} query={found} />;
  // Nobody chats with themselves, and the product itself is written to as everybody may.
  if (person.id === own.id || person.username === SUPPORT_USERNAME)
    return <Navigate to={paths.profile(person.username)} replace />;
  return <Invitation person={person} />;
}

function Invitation({ person }: { person: Invited }) {
  const navigate = useNavigate();
  const { open, opening } = useOpenChat();
  const back = useCameFrom(paths.profile(person.username));
  const name = firstName(person.fullName);
  const once = useSendOnce();
  const inviting = useMutation({
    mutationFn: () =>
      once.send((options) => call(createChatInvite, { userId: person.id }, options)),
    onSuccess: async () => {
      await refreshContacts().catch(() => undefined);
      toast.success(
        person.contactState === 'INVITED_ME'
          ? `${person.fullName} is a contact of yours now.`
          : `Your invitation is on its way to ${person.fullName}.`,
      );
      navigate(paths.dashboard(), { replace: true });
    },
  });
  const { submit, words } = offerOf(person.contactState, name);
  const contact = person.contactState === 'CONTACT';
  return (
    <FormPage
      title="Invite to Chat"
      back={back}
      submit={submit ?? ''}
      blocked={submit === undefined}
      busy={inviting.isPending || opening !== undefined}
      error={inviting.error ? (reasonOf(inviting.error) ?? 'Error processing invite') : undefined}
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

type Offer = {
  /** What the action says; undefined where there is nothing to do. */
  readonly submit: string | undefined;
  readonly words: ReactNode;
};

/** What can be done about somebody, by where one stands with them, and what comes of it. */
function offerOf(state: Invited['contactState'], name: string): Offer {
  switch (state) {
    case 'CONTACT':
      return {
        submit: 'Open chat',
        words: (
          <Banner tone="earned" icon={CircleCheck} title={`${name} is a contact of yours`}>
            You can write to each other in Chat, free of charge.
          </Banner>
        ),
      };
    case 'INVITED_ME':
      return {
        submit: 'Accept invitation',
        words: (
          <Banner tone="earned" icon={CircleCheck} title={`${name} has invited you already`}>
            Accept, and you can write to each other in Chat, free of charge.
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
        <li>If they accept, you are contacts of each other.</li>
        <li>Contacts write to each other in Chat, free of charge and without waiting.</li>
      </ol>
      <p className="text-soft">If they turn it down, you are not told.</p>
    </section>
  );
}
