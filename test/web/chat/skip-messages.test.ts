import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { paths } from '#web/paths.ts';
import { openScreen } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';
import { CHAT, serveChat } from './served-chat.ts';

/* A chat by keyboard: each of its messages has a button for its actions. */

test('the keyboard skips the messages of a chat to the field of one’s own', async () => {
  serveChat({ count: 9 });
  const { user } = await openScreen(paths.chatViewer(CHAT), ana);
  await screen.findAllByRole('button', { name: /^Actions for/ });
  const skip = screen.getByRole('button', { name: 'Skip to your message' });
  const [first] = screen.getAllByRole('button', { name: /^Actions for/ });
  expect(skip.compareDocumentPosition(first as Element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  skip.focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
});
