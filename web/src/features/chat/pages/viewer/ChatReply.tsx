import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { ReplyForm } from '#web/features/conversations/ReplyForm.tsx';
import { PersonCard } from '#web/features/profiles/PersonCard.tsx';
import { membersGate } from '#web/gates.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { ChatPortrait } from '../../ChatPortrait.tsx';
import { cannotOpenWords, ENDED_WORDS, peopleWords } from '../../chat-words.ts';
import { sendChatMessage } from '../../outbox.ts';
import { type Chat, ChatGate } from './ChatGate.tsx';
import { moveTypedDraft, pageDraftKey } from './chat-drafts.ts';
import { chatPeopleQueries, chatQueries } from './chat-queries.ts';

export const loader = queryLoader(chatPeopleQueries, membersGate);

/** `/chat-reply/{chatId}`: writes a chat message with the rich-text editor. docs/product/chat.md#messages */
export function Component() {
  const chatId = usePathParameter('chatId');
  return (
    <ChatGate title="Reply to Chat" back={paths.chatViewer(chatId)}>
      {(chat) => <WriteToChat key={chat.id} chat={chat} />}
    </ChatGate>
  );
}

function WriteToChat({ chat }: { chat: Chat }) {
  const leave = useLeaveForm();
  const writerId = useViewerId();
  // A message started in the viewer continues here.
  useState(() => moveTypedDraft(chat.id));
  const back = paths.chatViewer(chat.id);
  return (
    <ReplyForm
      title="Reply to Chat"
      back={back}
      draftKey={pageDraftKey(chat.id)}
      blocked={chat.deleted ? ENDED_WORDS : undefined}
      note={[`Goes to ${chat.direct ? chat.name : 'everyone in the group'}.`, cannotOpenWords(chat)]
        .filter(Boolean)
        .join(' ')}
      onSend={(html) => {
        sendChatMessage(chat.id, writerId, html);
        leave(back);
      }}
    >
      {chat.direct ? <OtherPerson chat={chat} /> : <GroupCard chat={chat} />}
    </ReplyForm>
  );
}

function OtherPerson({ chat }: { chat: Chat }) {
  const people = useQuery(chatQueries(chat.id).people);
  const other = people.data?.data.find(({ id }) => id === chat.userId);
  if (!other) return null;
  return (
    <PersonCard name={other.fullName} username={other.username} imageUrl={other.profileImageUrl} />
  );
}

function GroupCard({ chat }: { chat: Chat }) {
  return (
    <div className="flex items-center gap-3.5 rounded-card border border-rule bg-card px-4 py-3">
      <ChatPortrait chat={chat} />
      <div className="min-w-0">
        <p dir="auto" className="truncate font-semibold">
          {chat.name}
        </p>
        <p className="text-[0.875rem] text-soft">{peopleWords(chat.memberCount)}</p>
      </div>
    </div>
  );
}
