import { beforeEach, describe, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react/pure';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { viewAttachmentLinks } from '#shared/api/attachments.ts';
import { later } from '#shared/time.ts';
import { queryClient } from '#web/api/queries.ts';
import { storeSession } from '#web/api/session.ts';
import { AnswerWithPicture } from '#web/features/attachments/AnswerWithPicture.tsx';
import { LetterFilesShown } from '#web/features/attachments/LetterFilesShown.tsx';
import type { FilesOfMessage, SentFile } from '#web/features/attachments/shown-files.ts';
import { enlarged, within as kept } from '#web/features/attachments/use-pinch.ts';
import { callsOf, lost, serve, success } from '../open-screen.ts';
import { ana, NOW } from '../screen-fixtures.ts';
import { accessToken } from '../tokens.ts';

/* Pictures and PDFs of a letter that has arrived. jsdom loads no pictures: the test says which do not load. */

const file = (place: number, more: Partial<SentFile> = {}): SentFile => ({
  id: `file-${place}`,
  kind: 'picture',
  name: `IMG_${place}.jpg`,
  bytes: 1_800_000,
  type: 'image/jpeg',
  sha256: 'x',
  ...more,
});
const RENEWAL = file(3, { kind: 'pdf', name: 'Renewal, as filed.pdf', bytes: 2_400_000, pages: 6 });
const LETTER: FilesOfMessage = {
  conversationId: '01J0000000000000000000000M',
  files: [file(1), file(2), RENEWAL],
  owner: 'Priya’s',
  sent: 'Sent Sat, 2:20 PM',
  other: 'Priya',
  blurred: false,
};

const linksTo = ({ id }: SentFile) => ({
  id,
  url: `https://files.example/${id}/whole`,
  downloadUrl: `https://files.example/${id}/save`,
  until: later(NOW, 300_000),
});

let signed: number;
beforeEach(() => {
  signed = 0;
  const { id: userId, fullName, profileImageUrl: avatarUrl } = ana;
  storeSession({ userId, fullName, avatarUrl, accessToken: accessToken() });
  serve(viewAttachmentLinks, () => {
    signed += 1;
    return success(viewAttachmentLinks, {
      data: LETTER.files.map(({ id }) => ({
        id,
        url: `https://files.example/${id}/whole?signed=${signed}`,
        thumbnailUrl: `https://files.example/${id}/small?signed=${signed}`,
        downloadUrl: `https://files.example/${id}/save?signed=${signed}`,
        until: later(NOW, 300_000),
      })),
    });
  });
});

async function open(element: React.ReactElement) {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/letter'] });
  const app = createElement(RouterProvider, { router });
  const client = createElement(QueryClientProvider, { client: queryClient }, app);
  await act(async () => render(client));
  return { user: userEvent.setup({ delay: null }), back: () => act(() => router.navigate(-1)) };
}
const openLetter = (more: Partial<FilesOfMessage> = {}) =>
  open(createElement(LetterFilesShown, { ...LETTER, ...more }));
const picture = (place: number) =>
  screen.findByRole('button', { name: `Priya’s picture ${place}` });
const shown = (image: HTMLElement) => image.getAttribute('src');

describe('the files of a letter', () => {
  test('are pictures with the name of their owner, and PDFs with pages and size', async () => {
    await openLetter();
    expect(shown(await screen.findByAltText('Priya’s picture 1'))).toMatch(/file-1\/small/);
    await picture(2);
    await screen.findByRole('button', { name: /Renewal, as filed ?PDF · 6 pages · 2.4 MB/ });
    expect(callsOf(viewAttachmentLinks)).toHaveLength(1);
  });

  test('ask once for new addresses if a picture does not load', async () => {
    await openLetter();
    fireEvent.error(await screen.findByAltText('Priya’s picture 1'));
    await waitFor(() =>
      expect(shown(screen.getByAltText('Priya’s picture 1'))).toMatch(/signed=2$/),
    );
    fireEvent.error(screen.getByAltText('Priya’s picture 1'));
    await screen.findByText('Picture 1 didn’t load.');
    expect(signed).toBe(2);
  });

  test('say so if they cannot be loaded, and load by a press', async () => {
    const answer = () => lost();
    serve(viewAttachmentLinks, answer);
    const { user } = await openLetter({ files: [file(1)] });
    await screen.findByText('Picture 1 didn’t load.');
    serve(viewAttachmentLinks, () =>
      success(viewAttachmentLinks, {
        data: [
          {
            id: 'file-1',
            url: 'https://files.example/whole',
            downloadUrl: 'https://files.example/save',
            until: later(NOW, 300_000),
          },
        ],
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Retry Picture 1' }));
    await screen.findByAltText('Priya’s picture 1');
  });

  test('say which of them was deleted', async () => {
    await openLetter({ files: [file(1), file(9)] });
    await screen.findByText('Picture 2 was deleted.');
  });

  test('of a message that came after the links were loaded are asked for, and not said to be deleted', async () => {
    const all = [file(1), file(2)];
    let count = 1;
    serve(viewAttachmentLinks, () =>
      success(viewAttachmentLinks, { data: all.slice(0, count).map(linksTo) }),
    );
    await openLetter({ files: all.slice(0, 1) });
    await screen.findByAltText('Priya’s picture 1');
    count = 2;
    const said = new Set<string>();
    const watch = new MutationObserver(() => said.add(document.body.textContent ?? ''));
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    await openLetter({ files: all.slice(1) });
    await waitFor(() => expect(screen.getAllByAltText('Priya’s picture 1')).toHaveLength(2));
    watch.disconnect();
    expect([...said].filter((words) => words.includes('was deleted'))).toEqual([]);
    expect(callsOf(viewAttachmentLinks)).toHaveLength(2);
  });

  test('are blurred until they are pressed, where the reader asks for it', async () => {
    const { user } = await openLetter({ blurred: true });
    const first = await screen.findByRole('button', { name: 'Show Priya’s picture 1' });
    expect(first.dataset.blurred).toBe('true');
    await user.click(first);
    expect(screen.queryByRole('dialog')).toBeNull();
    await screen.findByAltText('Priya’s picture 1');
    await screen.findByRole('button', { name: 'Show Priya’s picture 2' });
  });
});

describe('an enlarged picture', () => {
  test('says which one it is, whose, and who can open it, and leads to the others', async () => {
    const { user } = await openLetter();
    await user.click(await picture(1));
    const viewer = within(await screen.findByRole('dialog'));
    viewer.getByText('1 of 2');
    viewer.getByText(/Only you and/);
    await user.click(viewer.getByRole('button', { name: 'Next picture' }));
    viewer.getByText('2 of 2');
    expect(viewer.queryByRole('button', { name: 'Next picture' })).toBeNull();
    await user.keyboard('{ArrowLeft}');
    viewer.getByText('1 of 2');
    await user.click(viewer.getByRole('button', { name: 'Picture 2' }));
    viewer.getByText('2 of 2');
  });

  test('closes by Close and by the browser’s Back, and stays on the letter', async () => {
    const { user, back } = await openLetter();
    await user.click(await picture(1));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await picture(2));
    await screen.findByRole('dialog');
    await back();
    expect(screen.queryByRole('dialog')).toBeNull();
    await picture(2);
  });

  test('keeps the point under the fingers, and is never smaller than the window', () => {
    const whole = { scale: 1, x: 0, y: 0 };
    expect(enlarged(whole, 2, { x: 100, y: 50 })).toEqual({ scale: 2, x: -100, y: -50 });
    expect(enlarged(whole, 0.5, { x: 0, y: 0 }).scale).toBe(1);
    expect(enlarged(whole, 50, { x: 0, y: 0 }).scale).toBe(5);
    expect(kept({ scale: 2, x: 900, y: -900 }, 300, 400)).toEqual({ scale: 2, x: 150, y: -200 });
  });
});

test('a picture between paragraphs stands in its place, with its caption', async () => {
  const placed = file(1, { position: 1, caption: 'Annex C', name: 'Annex.jpg' });
  const html = '<p>First.</p><p>Second.</p>';
  await open(createElement(AnswerWithPicture, { ...LETTER, files: [placed], html }));
  await screen.findByAltText('Priya’s Annex: Annex C');
  const figure = screen.getByRole('figure');
  expect(figure.previousElementSibling?.textContent).toBe('First.');
  expect(figure.nextElementSibling?.textContent).toBe('Second.');
  within(figure).getByText('Annex C');
});
