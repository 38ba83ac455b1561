import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { unblockUser, viewBlockedUsers } from '#shared/api/blocks.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile } from '../screen-fixtures.ts';

/* The screens about blocked people. docs/product/contacts.md#blocking */

const press = (name: string) => screen.findByRole('button', { name });
const serveBlocked = (...people: { readonly id: string; readonly fullName: string }[]) =>
  serve(viewBlockedUsers, () =>
    success(viewBlockedUsers, {
      pageTotal: people.length,
      data: people.map(({ id, fullName }) => ({
        userContactId: id,
        fullName,
        username: 'ben.okafor',
        profileImageUrl: null,
      })),
    }),
  );

describe('the list of blocked people', () => {
  test('says that nobody is blocked, also without a paid plan', async () => {
    serveBlocked();
    await openScreen(paths.blocked(), { ...ana, licenseId: 'FREE' });
    await screen.findByText('No one is blocked');
  });

  test('unblocks a person after a confirmation, and keeps the dialog open with the error if that fails', async () => {
    serveBlocked(ben);
    serve(unblockUser, () => refusal('UNAVAILABLE'));
    const { user } = await openScreen(paths.blocked(), ana);
    await user.click(await screen.findByRole('button', { name: 'Unblock Ben Okafor' }));
    expect(callsOf(unblockUser)).toEqual([]);
    await user.click(await press('Unblock Ben'));
    await screen.findByRole('alert');
    serve(unblockUser, () => success(unblockUser, {}));
    serveBlocked();
    await user.click(await press('Unblock Ben'));
    await screen.findByText('No one is blocked');
    expect(callsOf(unblockUser).at(-1)?.input.get('userId')).toBe(ben.id);
    await screen.findByText('Ben is no longer blocked.');
  });
});

describe('for somebody whom the viewer blocked', () => {
  const blocked = { ...bensProfile, blocked: true };

  test('the profile offers to unblock them and nothing else', async () => {
    serve(viewUserProfile, () => success(viewUserProfile, { data: [blocked] }));
    serve(unblockUser, () => success(unblockUser, {}));
    const { user } = await openScreen(paths.profile(ben.username), ana);
    await screen.findByText('You blocked this person.');
    expect(screen.queryByText(/Contact for/)).toBeNull();
    expect(screen.queryByText('Invite to Chat')).toBeNull();
    await user.click(await press('Unblock'));
    serve(viewUserProfile, () => success(viewUserProfile, { data: [bensProfile] }));
    await user.click(await press('Unblock Ben'));
    await screen.findByText(/Contact for/);
  });

  test('the form for a paid message says why none can be sent', async () => {
    serve(viewUserProfile, () => success(viewUserProfile, { data: [blocked] }));
    serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
    await openScreen(paths.createInbox(ben.id), ana);
    await waitFor(() =>
      expect(document.getElementById('page')?.textContent).toContain(
        'You blocked Ben. Unblock them on their profile first.',
      ),
    );
  });
});
