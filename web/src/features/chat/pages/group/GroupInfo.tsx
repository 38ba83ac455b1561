import { useQuery } from '@tanstack/react-query';
import { ImagePlus, LogOut, Pencil, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { GROUP_MAX } from '#shared/rules/chat/chats.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { profileTarget } from '#web/features/safety/report-target.ts';
import { SafetyMenu } from '#web/features/safety/SafetyMenu.tsx';
import { membersGate } from '#web/gates.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent, type ShownQuery } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { ChatPortrait } from '../../ChatPortrait.tsx';
import { peopleWords } from '../../chat-words.ts';
import { useMute } from '../../use-mute.ts';
import type { Chat } from '../viewer/ChatGate.tsx';
import { chatPeopleQueries, chatQueries } from '../viewer/chat-queries.ts';
import { PeopleList, type Person } from '../viewer/PeopleList.tsx';
import { ConfirmLeaving } from './ConfirmLeaving.tsx';
import { ConfirmRemoval } from './ConfirmRemoval.tsx';
import { GroupGate } from './GroupGate.tsx';

export const loader = queryLoader(chatPeopleQueries, membersGate);

const TITLE = 'Group info';

/** `/chat-group/{chatId}`: a group, its people, and what can be changed. docs/product/chat.md#group-info */
export function Component() {
  const chatId = usePathParameter('chatId');
  return (
    <GroupGate title={TITLE} back={paths.chatViewer(chatId)}>
      {(chat) => <Group key={chat.id} chat={chat} />}
    </GroupGate>
  );
}

function Group({ chat }: { chat: Chat }) {
  const isOwner = chat.ownerId === useViewerId();
  const mute = useMute(chat.id);
  const people = useQuery(chatQueries(chat.id).people);
  const [leaving, setLeaving] = useState(false);
  return (
    <Page title={TITLE} back={paths.chatViewer(chat.id)}>
      <div className="grid gap-5">
        <GroupHead chat={chat} isOwner={isOwner} />
        <div className="border-rule border-y py-1">
          <Switch
            checked={chat.muted}
            onCheckedChange={(muted) => mute.mutate(muted)}
            label="Mute notifications"
            hint="No notifications about new messages in this group."
          />
        </div>
        <People chat={chat} isOwner={isOwner} people={people} />
        <Button
          variant="danger"
          block
          icon={<LogOut aria-hidden size={18} />}
          onClick={() => setLeaving(true)}
        >
          Leave group
        </Button>
      </div>
      <ConfirmLeaving
        chat={chat}
        people={people.data?.data ?? []}
        open={leaving}
        onOpenChange={setLeaving}
      />
    </Page>
  );
}

type GroupPartProps = { chat: Chat; isOwner: boolean };

function GroupHead({ chat, isOwner }: GroupPartProps) {
  return (
    <div className="grid justify-items-center gap-1 pt-4 text-center">
      <ChatPortrait chat={chat} size="xl" />
      <h2 dir="auto" className="wrap-anywhere mt-2 font-serif text-2xl leading-tight">
        {chat.name}
      </h2>
      <p className="text-soft">{peopleWords(chat.memberCount)}</p>
      {isOwner && (
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          <Button
            size="md"
            variant="quiet"
            className="px-3.5!"
            icon={<Pencil aria-hidden size={16} />}
            render={<Link to={paths.renameChat(chat.id)} />}
          >
            Rename group
          </Button>
          <Button
            size="md"
            variant="quiet"
            className="px-3.5!"
            icon={<ImagePlus aria-hidden size={16} />}
            render={<Link to={paths.chatPhoto(chat.id)} />}
          >
            Change picture
          </Button>
        </div>
      )}
    </div>
  );
}

type PeopleProps = GroupPartProps & { people: ShownQuery<{ data: readonly Person[] }> };

function People({ chat, isOwner, people }: PeopleProps) {
  const viewerId = useViewerId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [removed, remove] = useState<Person>();
  const isFull = chat.memberCount >= GROUP_MAX;
  const beside = (person: Person) => (
    <>
      {person.id === chat.ownerId && <span className="shrink-0 text-soft">Owner</span>}
      {isOwner && person.id !== viewerId && (
        <Button
          size="md"
          variant="quiet"
          className="shrink-0"
          aria-label={`Remove ${person.fullName}`}
          onClick={() => remove(person)}
        >
          Remove
        </Button>
      )}
      {person.id !== viewerId && (
        <SafetyMenu
          label={`More about ${person.fullName}`}
          about={person.fullName}
          report={profileTarget(person.id)}
          person={{ userId: person.id, fullName: person.fullName }}
        />
      )}
    </>
  );
  return (
    <section aria-labelledby="group-people" className="grid gap-1">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 ref={heading} id="group-people" tabIndex={-1} className="font-serif text-xl">
          People
        </h2>
        {isOwner && !isFull && (
          <Button
            size="md"
            variant="quiet"
            icon={<UserPlus aria-hidden size={16} />}
            render={<Link to={paths.addChatMembers(chat.id)} />}
          >
            Add people
          </Button>
        )}
      </div>
      {isOwner && isFull && (
        <p className="text-soft">This group is full: it has room for {GROUP_MAX} people.</p>
      )}
      <QueryContent query={people} skeleton={<RowsSkeleton />}>
        {({ data }) => <PeopleList people={data} viewerId={viewerId} beside={beside} />}
      </QueryContent>
      <ConfirmRemoval
        chat={chat}
        person={removed}
        onClose={() => remove(undefined)}
        near={() => heading.current}
      />
    </section>
  );
}
