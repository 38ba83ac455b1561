import { beforeEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react/pure';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { viewAttachments } from '#shared/api/attachments.ts';
import { queryClient } from '#web/api/queries.ts';
import { storeSession } from '#web/api/session.ts';
import { AnswerFiles } from '#web/features/attachments/AnswerFiles.tsx';
import { AnswerDraftSync } from '#web/features/conversations/answers/answer-draft-sync.ts';
import { useVersionSync } from '#web/features/conversations/drafts/use-version-sync.ts';
import { serve, success } from '../open-screen.ts';
import { ana, message, NOW } from '../screen-fixtures.ts';
import { accessToken } from '../tokens.ts';

/* A picture of an answer is placed between two paragraphs, with a caption. docs/product/attachments.md#in-an-answer */

const id = '01J000000000000000000000F1';
const caption = 'Mine, after four hours';
let keeper: AnswerDraftSync;

beforeEach(() => {
  localStorage.clear();
  const { id: userId, fullName, profileImageUrl: avatarUrl } = ana;
  storeSession({ userId, fullName, avatarUrl, accessToken: accessToken() });
  serve(viewAttachments, () =>
    success(viewAttachments, {
      data: [
        {
          id,
          kind: 'picture',
          name: 'Oven.jpg',
          bytes: 2_400_000,
          type: 'image/jpeg',
          state: 'ready',
          createdAt: NOW,
        },
      ],
    }),
  );
  keeper = new AnswerDraftSync(message.id, 'ANSWER', {
    view: async () => undefined,
    save: () => new Promise(() => undefined),
    discard: async () => undefined,
  });
  keeper.write({ text: '<p>Dear Ben,</p><p>It is cold.</p>', attachments: [id] });
});

const user = userEvent.setup({ delay: null });

/** The files of the answer where the app shows them: in the pane beside the letter, or on a page of their own. */
function Answer() {
  const { words } = useVersionSync(keeper);
  return createElement(AnswerFiles, { conversationId: message.id, keeper, words });
}

async function openAnswer() {
  const answer = createElement(Answer);
  const client = createElement(QueryClientProvider, { client: queryClient }, answer);
  return act(async () => render(client));
}

const captionField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Caption/ });

test('the typed caption and the chosen place stay if a tablet is turned', async () => {
  const upright = await openAnswer();
  await user.click(await screen.findByRole('button', { name: 'Put Oven into the text' }));
  await user.type(await captionField(), caption);
  await user.click(screen.getByRole('radio', { name: 'It is cold.' }));
  upright.unmount();

  await openAnswer();
  expect((await captionField()).value).toBe(caption);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'It is cold.' }).checked).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Put it here' }));
  expect(keeper.state().words.placedPictures).toEqual([{ attachmentId: id, position: 2, caption }]);
});

test('what was typed is gone once the dialog is closed', async () => {
  const upright = await openAnswer();
  await user.click(await screen.findByRole('button', { name: 'Put Oven into the text' }));
  await user.type(await captionField(), caption);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  upright.unmount();

  await openAnswer();
  const open = await screen.findByRole('button', { name: 'Put Oven into the text' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(open);
  expect((await captionField()).value).toBe('');
});
