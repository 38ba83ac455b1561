import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react/pure';
import { muteChat, viewChatParticipants } from '#shared/api/chat.ts';
import { leaveChat, removeChatMember } from '#shared/api/groups.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben } from '../screen-fixtures.ts';
import { cleo, direct, group, serveChat } from './group-fixtures.ts';

/* The screen of a group. */

const OF_OWNER = ['Rename group', 'Change picture', 'Add people'];

async function openGroup(chat = group, people = [ana, ben, cleo]) {
  serveChat(chat, people);
  const opened = await openScreen(paths.chatGroup(chat.id), ana);
  await screen.findByRole('heading', { name: 'Group info' });
  await screen.findByRole('list', { name: 'People' });
  return opened;
}

const rows = () =>
  within(screen.getByRole('list', { name: 'People' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => within(screen.getByRole('alertdialog'));
const inDialog = (name: string) => dialog().getByRole('button', { name });
/** The link in the header of the page; a wide screen has one at the side. */
const settingsLink = () =>
  within(screen.getByRole('banner')).getByRole('link', { name: 'Settings' });
const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

describe('the screen of a group', () => {
  test('shows the name, the number of people, and who owns it', async () => {
    await openGroup({ ...group, ownerId: ben.id });
    screen.getByRole('heading', { name: 'Permits' });
    screen.getByText('3 people');
    expect(rows()).toEqual([
      'AAna Marković (you)@ana.markovic',
      'BBen Okafor@ben.okaforOwner',
      'CCleo Park@cleo.park',
    ]);
    const bens = screen.getByRole('link', { name: /Ben Okafor/ });
    expect(bens.getAttribute('href')).toBe(paths.profile(ben.username));
  });

  test('lets its owner change it and remove the others', async () => {
    await openGroup();
    expect(links()).toEqual(expect.arrayContaining(OF_OWNER));
    expect(screen.getAllByRole('button', { name: /^Remove / }).map((one) => one.ariaLabel)).toEqual(
      ['Remove Ben Okafor', 'Remove Cleo Park'],
    );
  });

  test('offers other members nothing that only the owner may do', async () => {
    await openGroup({ ...group, ownerId: ben.id });
    for (const name of OF_OWNER) expect(screen.queryByRole('link', { name })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Remove / })).toBeNull();
    button('Leave group');
  });

  test('offers no way to add people to a full group', async () => {
    await openGroup({ ...group, memberCount: 50 });
    screen.getByText('This group is full: it has room for 50 people.');
    expect(screen.queryByRole('link', { name: 'Add people' })).toBeNull();
  });

  test('does not exist for a chat of two people', async () => {
    serveChat(direct);
    await openScreen(paths.chatGroup(direct.id), ana);
    await screen.findByRole('heading', { name: 'Chat not found' });
  });

  test('does not show the owner’s forms to other members', async () => {
    serveChat({ ...group, ownerId: ben.id });
    await openScreen(paths.renameChat(group.id), ana);
    await screen.findByText('Only the owner can change a group');
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('the switch that mutes a group', () => {
  const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Mute notifications' });

  test('shows the choice before the server has it', async () => {
    const { user } = await openGroup();
    serve(muteChat, () => new Promise(() => undefined));
    await user.click(toggle());
    expect(toggle().checked).toBe(true);
    await waitFor(() => expect(callsOf(muteChat)).toHaveLength(1));
    expect(callsOf(muteChat)[0]?.input.get('muted')).toBe('true');
  });

  test('returns to its previous state with an error if the choice was not saved', async () => {
    const { user } = await openGroup();
    serve(muteChat, lost);
    await user.click(toggle());
    await screen.findByText(LOST_RESPONSE);
    expect(toggle().checked).toBe(false);
  });

  test('sends every press that follows another, also while the first is on its way', async () => {
    const { user } = await openGroup();
    const sent: (string | null)[] = [];
    const answers: (() => void)[] = [];
    serve(muteChat, async ({ input }) => {
      sent.push(input.get('muted'));
      await new Promise<void>((resolve) => answers.push(resolve));
      return success(muteChat, {});
    });
    for (let press = 1; press <= 3; press += 1) await user.click(toggle());
    expect(toggle().checked).toBe(true);
    for (let answered = 0; answered < 3; answered += 1) {
      await waitFor(() => expect(answers).toHaveLength(answered + 1));
      answers[answered]?.();
    }
    expect(sent).toEqual(['true', 'false', 'true']);
  });
});

describe('removing a member', () => {
  test('says what happens, and then removes the person from the list', async () => {
    const { user } = await openGroup();
    serve(removeChatMember, () => {
      serveChat({ ...group, memberCount: 2 }, [ana, cleo]);
      return success(removeChatMember, { data: [{ ...group, memberCount: 2 }] });
    });
    await user.click(button('Remove Ben Okafor'));
    dialog().getByText(/Ben Okafor can no longer read this group or write in it/);
    await user.click(inDialog('Remove'));
    await screen.findByText('2 people');
    expect(rows()).toHaveLength(2);
    screen.getByText('Ben Okafor is no longer in the group');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(callsOf(removeChatMember)[0]?.input.get('userId')).toBe(ben.id);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('People'));
  });

  test('keeps the dialog with an error if it failed', async () => {
    const { user } = await openGroup();
    serve(removeChatMember, lost);
    await user.click(button('Remove Ben Okafor'));
    await user.click(inDialog('Remove'));
    await waitFor(() => dialog().getByText(LOST_RESPONSE));
    expect(rows()).toHaveLength(3);
  });
});

describe('leaving a group', () => {
  const leave = async (user: Awaited<ReturnType<typeof openGroup>>['user']) => {
    serve(leaveChat, () => success(leaveChat, {}));
    await user.click(inDialog('Leave group'));
    await waitFor(() => expect(callsOf(leaveChat)).toHaveLength(1));
    return callsOf(leaveChat)[0]?.input.get('nextOwnerUserId');
  };
  const nextOwner = () => dialog().queryByRole<HTMLSelectElement>('combobox');

  test('as its owner proposes the member with the oldest account as the next one', async () => {
    const { user, pathname } = await openGroup(group, [cleo, ben, ana]);
    await user.click(button('Leave group'));
    dialog().getByText(/You own this group. After you it belongs to the next owner/);
    expect([...(nextOwner()?.options ?? [])].map(({ text }) => text)).toEqual([
      'Cleo Park',
      'Ben Okafor',
    ]);
    expect(nextOwner()?.value).toBe(ben.id);
    expect(await leave(user)).toBe(ben.id);
    await waitFor(() => expect(pathname()).toBe(paths.chat()));
  });

  test('says so on the page that was opened meanwhile, and stays there', async () => {
    const { user, pathname } = await openGroup({ ...group, ownerId: ben.id });
    let respond = (_: Response) => {};
    serve(leaveChat, () => new Promise<Response>((resolve) => (respond = resolve)));
    await user.click(button('Leave group'));
    await user.click(inDialog('Leave group'));
    await waitFor(() => expect(callsOf(leaveChat)).toHaveLength(1));
    await user.click(inDialog('Stay'));
    await user.click(settingsLink());
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await act(async () => respond(success(leaveChat, {})));
    await screen.findByText('You left Permits');
    expect(pathname()).toBe(paths.settings());
  });

  test('as its owner makes the chosen member the owner', async () => {
    const { user } = await openGroup();
    await user.click(button('Leave group'));
    await user.selectOptions(nextOwner() as HTMLElement, cleo.id);
    expect(await leave(user)).toBe(cleo.id);
  });

  test('as another member names no next owner', async () => {
    const { user } = await openGroup({ ...group, ownerId: ben.id });
    await user.click(button('Leave group'));
    expect(nextOwner()).toBeNull();
    expect(await leave(user)).toBeNull();
  });

  test('as the last person says that the group ends', async () => {
    const { user } = await openGroup({ ...group, memberCount: 1 }, [ana]);
    await user.click(button('Leave group'));
    dialog().getByText(/You’re the last person in Permits. The group ends/);
    expect(nextOwner()).toBeNull();
  });

  test('says so if the chosen next owner left meanwhile, and offers the others', async () => {
    const { user } = await openGroup();
    await user.click(button('Leave group'));
    serve(leaveChat, () => {
      serveChat({ ...group, memberCount: 2 }, [ana, cleo]);
      return refusal('INVALID_INPUT', { nextOwnerUserId: 'This person is not in the group' });
    });
    await user.click(inDialog('Leave group'));
    await waitFor(() => dialog().getByText('This person is not in the group'));
    await waitFor(() => expect(nextOwner()?.value).toBe(cleo.id));
  });
});

test('people that could not be loaded can be loaded again', async () => {
  serveChat(group);
  serve(viewChatParticipants, () => refusal('UNAVAILABLE'));
  const { user } = await openScreen(paths.chatGroup(group.id), ana);
  const again = await screen.findByRole('button', { name: /try again/i });
  serveChat(group);
  await user.click(again);
  await screen.findByRole('list', { name: 'People' });
});
