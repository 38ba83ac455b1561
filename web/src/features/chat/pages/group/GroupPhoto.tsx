import { updateChatPhoto } from '#shared/api/groups.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { PictureForm } from '#web/features/profiles/PictureForm.tsx';
import { membersGate } from '#web/gates.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { toast } from '#web/ui/Toast.tsx';
import { ChatPortrait } from '../../ChatPortrait.tsx';
import type { Chat } from '../viewer/ChatGate.tsx';
import { chatPeopleQueries } from '../viewer/chat-queries.ts';
import { OwnerGate } from './GroupGate.tsx';
import { showChangedGroup } from './group-changes.ts';

export const loader = queryLoader(
  (address) => ({ chat: chatPeopleQueries(address).chat }),
  membersGate,
);

const TITLE = 'Picture of the group';

/** `/chat-group/{chatId}/photo`: chooses, crops and saves the photo of a group. docs/product/chat.md#group-info */
export function Component() {
  const chatId = usePathParameter('chatId');
  return (
    <OwnerGate title={TITLE} back={paths.chatGroup(chatId)}>
      {(chat) => <Photo key={chat.id} chat={chat} />}
    </OwnerGate>
  );
}

function Photo({ chat }: { chat: Chat }) {
  const leave = useLeaveForm();
  const once = useSendOnce();
  const back = paths.chatGroup(chat.id);
  const save = async (base64Image: string) => {
    const photo = { chatId: chat.id, base64Image };
    showChangedGroup(await once.send((options) => call(updateChatPhoto, photo, options)));
    toast.success('Picture saved');
    leave(back);
  };
  return (
    <PictureForm
      title={TITLE}
      back={back}
      shape="square"
      current={
        <>
          <ChatPortrait chat={chat} size="xl" />
          <p className="text-balance text-center text-soft">
            Everyone in the group sees it in their list of chats.
          </p>
        </>
      }
      onSave={save}
      failed="Error while saving the picture. Please try again."
    />
  );
}
