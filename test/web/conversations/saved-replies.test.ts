import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react/pure';
import { viewInbox } from '#shared/api/conversations.ts';
import {
  createSavedReply,
  deleteSavedReply,
  updateSavedReply,
  viewSavedReplies,
} from '#shared/api/saved-replies.ts';
import { storedWriting } from '#shared/rules/conversations/writing-counts.ts';
import type { SavedReply } from '#web/features/conversations/saved-replies/saved-reply-queries.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, message } from '../screen-fixtures.ts';

/* Saved replies: the list, the form, and the choice in the editor. docs/product/conversations.md#saved-replies */

const greeting: SavedReply = {
  id: '01J0000000000000000000000G',
  title: 'Greeting',
  text: '<p>Thank you for asking.</p>',
};

let replies: SavedReply[];

// The fields load when they are shown, and compiling them takes longer than a test waits.
beforeAll(async () => {
  await import('#web/features/conversations/pages/inbox/AfterAnswer.tsx');
  await import('#web/ui/RichTextSurface.tsx');
});

beforeEach(() => {
  replies = [greeting];
  serve(viewSavedReplies, () => success(viewSavedReplies, { data: replies }));
});

const press = (name: string) => screen.getByRole('button', { name });

test('a chosen saved reply is added to the text of an answer as pasted, and nothing is sent', async () => {
  serve(viewInbox, () => success(viewInbox, { data: [message] }));
  localStorage.setItem(`paidReply_${message.id}`, '<p>Dear Ben,</p>');
  localStorage.setItem(
    `paidReplyWriting_${message.id}`,
    storedWriting({ typed: 9, pasted: 0, minutes: 1, minute: 1 }),
  );
  const { user } = await openScreen(paths.paidReply(message.id), ana);
  await user.click(await screen.findByRole('button', { name: 'Saved replies' }));
  await user.click(await screen.findByRole('button', { name: /Greeting/ }));
  const editor = await screen.findByRole('textbox', { name: /Your answer to Ben/ });
  await waitFor(() => expect(editor.textContent).toBe('Dear Ben,Thank you for asking.'));
  await screen.findByText(/typed 9 characters in \d minutes?, pasted 21/);
});

test('the choice of a saved reply does not explain a choice while there is none', async () => {
  replies = [];
  serve(viewInbox, () => success(viewInbox, { data: [message] }));
  const { user } = await openScreen(paths.paidReply(message.id), ana);
  await user.click(await screen.findByRole('button', { name: 'Saved replies' }));
  await screen.findByText('You have no saved replies yet.');
  expect(screen.queryByText(/The one you choose/)).toBeNull();
});

describe('the saved replies', () => {
  test('are listed with their titles, each a link to its form', async () => {
    await openScreen(paths.savedReplies(), ana);
    const link = await screen.findByRole('link', { name: /Greeting/ });
    expect(link.getAttribute('href')).toBe(paths.editSavedReply(greeting.id));
    expect(link.textContent).toContain('Thank you for asking.');
  });

  test('say what they are for while there are none', async () => {
    replies = [];
    await openScreen(paths.savedReplies(), ana);
    await screen.findByText('No saved replies yet');
  });

  test('are added once, with the key of the first attempt', async () => {
    let attempts = 0;
    serve(createSavedReply, () => {
      attempts += 1;
      return attempts === 1
        ? refusal('UNAVAILABLE')
        : success(createSavedReply, { data: [greeting] });
    });
    const { user, pathname } = await openScreen(paths.addSavedReply(), ana);
    await user.type(screen.getByRole('textbox', { name: /Title/ }), 'Greeting');
    const text = await screen.findByRole('textbox', { name: /Text/ });
    text.innerHTML = greeting.text;
    await waitFor(() => expect(text.textContent).toContain('Thank you'));
    await user.click(press('Save'));
    await waitFor(() => expect(pathname()).toBe(paths.savedReplies()));
    const [first, second] = callsOf(createSavedReply);
    expect(first?.key).not.toBeNull();
    expect(second).toEqual(first);
  });

  test('show the refusal of a title at its field', async () => {
    serve(updateSavedReply, () => refusal('INVALID_INPUT', { title: 'Please enter a title' }));
    const { user } = await openScreen(paths.editSavedReply(greeting.id), ana);
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('Please enter a title');
  });

  test('are deleted after a confirmation', async () => {
    serve(deleteSavedReply, () => {
      replies = [];
      return success(deleteSavedReply, {});
    });
    const { user, pathname } = await openScreen(paths.editSavedReply(greeting.id), ana);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(screen.getByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(pathname()).toBe(paths.savedReplies()));
    await screen.findByText('No saved replies yet');
    expect(callsOf(deleteSavedReply)[0]?.input.get('savedReplyId')).toBe(greeting.id);
  });

  test('that are being deleted leave a user who opened another page meanwhile where they are', async () => {
    let respond = (_: Response) => {};
    serve(deleteSavedReply, () => new Promise<Response>((resolve) => (respond = resolve)));
    const { user, pathname } = await openScreen(paths.editSavedReply(greeting.id), ana);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(screen.getByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(callsOf(deleteSavedReply)).toHaveLength(1));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getAllByRole('link', { name: 'Users' })[0] as HTMLElement);
    await screen.findByRole('heading', { level: 1, name: 'Users' });
    await act(async () => respond(success(deleteSavedReply, {})));
    await screen.findByText('Saved reply deleted');
    expect(pathname()).toBe(paths.userSearch());
  });

  test('say so if one was deleted on another device', async () => {
    replies = [];
    await openScreen(paths.editSavedReply(greeting.id), ana);
    await screen.findByText('This saved reply is gone');
  });
});
