import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react/pure';
import { viewChatList } from '#shared/api/chat.ts';
import { viewTopUserContacts, viewUserContactRequests } from '#shared/api/contacts.ts';
import { pagedQuery, queryClient, refresh } from '#web/api/queries.ts';
import { CHAT_LIST, requestPolls } from '#web/api/requested-polls.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, contactRow, NOW } from '../screen-fixtures.ts';

/* The list of chats while a poll and a reload of it are under way at once, whose responses come in any order. */

/** The list in which a chat has this newest message. */
const listWith = (description: string) =>
  success(viewChatList, {
    pageTotal: 1,
    data: [
      {
        id: '01J0000000000000000000000C',
        name: ben.fullName,
        description,
        avatar: null,
        unread: 0,
        dateTimeModified: NOW,
        direct: true,
        userId: ben.id,
        deleted: false,
        blocked: false,
        memberCount: 2,
        ownerId: null,
        muted: false,
      },
    ],
  });

/** Delays the response to the next request, which has the list as it is now. Returns a function that sends it. */
function holdNext(description: string): () => Promise<void> {
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  serve(viewChatList, async () => {
    serve(viewChatList, () => listWith('Newer'));
    await held;
    return listWith(description);
  });
  return () => act(async () => respond());
}

const newestMessage = () =>
  queryClient.getQueryData(pagedQuery(viewChatList, {}).queryKey)?.pages[0]?.data[0]?.description;

beforeEach(async () => {
  serve(viewTopUserContacts, () =>
    success(viewTopUserContacts, { pageTotal: 1, data: [contactRow(1)] }),
  );
  serve(viewUserContactRequests, () => success(viewUserContactRequests, { data: [] }));
  serve(viewChatList, () => listWith('First'));
  await openScreen(paths.chat(), ana);
  await screen.findByText('First');
});

describe('the list of chats', () => {
  test('keeps the chats of a reload if the response to an older poll arrives after it', async () => {
    const respond = holdNext('Older');
    const poll = requestPolls(CHAT_LIST);
    await act(() => refresh(viewChatList));
    await screen.findByText('Newer');
    await respond();
    await act(() => poll);
    expect(newestMessage()).toBe('Newer');
  });

  test('keeps the chats of a poll if the response to an older reload arrives after it', async () => {
    const respond = holdNext('Older');
    const reload = refresh(viewChatList);
    await act(() => requestPolls(CHAT_LIST));
    await respond();
    await act(() => reload);
    expect(newestMessage()).toBe('Newer');
  });
});
