import { expect, test } from '@jest/globals';
import { messagesPage } from '#lib/messages-page.ts';
import { read } from './pages.ts';

test('docs/messages.md has the messages of the code; npm run accept writes it', () => {
  expect(read('docs/messages.md')).toBe(messagesPage());
});
