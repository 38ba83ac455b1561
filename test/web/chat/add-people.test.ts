import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { viewUserContacts } from '#shared/api/contacts.ts';
import { addChatMembers } from '#shared/api/groups.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, contactRow } from '../screen-fixtures.ts';
import { group, serveChat } from './group-fixtures.ts';

/* The screen that adds contacts to a group. */

type Contact = ReturnType<typeof contactRow>;

/** Ben, who is in the group, as a contact of Ana. */
const bensRow: Contact = { ...contactRow(0), id: ben.id, userContactId: ben.id };

/** Serves these pages of contacts. */
function serveContacts(...pages: readonly (readonly Contact[])[]): void {
  serve(viewUserContacts, ({ input }) => {
    const page = Number(input.get('cursor') ?? 0);
    return success(viewUserContacts, {
      pageTotal: pages.flat().length,
      data: [...(pages[page] ?? [])],
      ...(page + 1 < pages.length && { cursor: String(page + 1) }),
    });
  });
}

async function open(chat = group) {
  serveChat(chat);
  const opened = await openScreen(paths.addChatMembers(chat.id), ana);
  await screen.findByRole('heading', { name: 'Add people' });
  return opened;
}

const contacts = async () =>
  within(await screen.findByRole('list', { name: 'Contacts' })).getAllByRole<HTMLInputElement>(
    'checkbox',
  );
const submit = () => screen.getByRole('button', { name: 'Add people' });

describe('adding people to a group', () => {
  test('offers contacts who are not in it, and says what they can read', async () => {
    serveContacts([bensRow, contactRow(1), contactRow(2)]);
    await open();
    expect(await contacts()).toHaveLength(2);
    screen.getByText('They can read everything that was written in this group.');
  });

  test('sends the chosen contacts, and returns to the group', async () => {
    serveContacts([bensRow, contactRow(1), contactRow(2)]);
    const { user, pathname } = await open();
    serve(addChatMembers, () =>
      success(addChatMembers, { notAdded: [], data: [{ ...group, memberCount: 5 }] }),
    );
    for (const box of await contacts()) await user.click(box);
    await user.click(submit());
    await waitFor(() => expect(pathname()).toBe(paths.chatGroup(group.id)));
    await screen.findByText('5 people');
    screen.getByText('2 people were added');
    const input = callsOf(addChatMembers)[0]?.input;
    expect(input?.get('chatId')).toBe(group.id);
    expect(input?.getAll('participantUserIds').join()).toBe(
      [contactRow(1), contactRow(2)].map(({ userContactId }) => userContactId).join(),
    );
  });

  test('takes no more people than the group has room for', async () => {
    serveContacts([contactRow(1), contactRow(2)]);
    const { user } = await open({ ...group, memberCount: 49 });
    const [first, second] = (await contacts()) as [HTMLInputElement, HTMLInputElement];
    await user.click(first);
    screen.getByText('1 chosen. A group has room for 50 people, you included.');
    expect(second.disabled).toBe(true);
  });

  test('loads more contacts if the first page has only members of the group', async () => {
    serveContacts([bensRow], [contactRow(1)]);
    await open();
    expect(await contacts()).toHaveLength(1);
  });

  test('says so if all contacts are in the group', async () => {
    serveContacts([bensRow]);
    await open();
    await screen.findByText('No one to add');
  });

  test('requires at least one chosen person', async () => {
    serveContacts([contactRow(1)]);
    const { user } = await open();
    await contacts();
    await user.click(submit());
    await screen.findByText('Select Members');
    expect(callsOf(addChatMembers)).toEqual([]);
  });

  test('shows a refusal at the list of contacts and keeps the choice', async () => {
    serveContacts([contactRow(1)]);
    const { user } = await open();
    const [box] = (await contacts()) as [HTMLInputElement];
    await user.click(box);
    serve(addChatMembers, () =>
      refusal('INVALID_INPUT', { participantUserIds: 'Person 1 is not a contact of yours' }),
    );
    await user.click(submit());
    await screen.findByText('Person 1 is not a contact of yours');
    expect((await contacts())[0]?.checked).toBe(true);
  });

  test('keeps the choice if the request failed', async () => {
    serveContacts([contactRow(1)]);
    const { user } = await open();
    const [box] = (await contacts()) as [HTMLInputElement];
    await user.click(box);
    serve(addChatMembers, lost);
    await user.click(submit());
    await screen.findByText(new RegExp(LOST_RESPONSE));
    expect((await contacts())[0]?.checked).toBe(true);
  });
});
