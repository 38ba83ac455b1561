import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { answerTicket, viewDeskConversation } from '#shared/api/desk.ts';
import { REFUSALS } from '#shared/refusals.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { answered, type DeskConversation, dana } from './desk-fixtures.ts';

/* The form that answers a help ticket. docs/product/desk.md#decisions */

const content: DeskConversation['content'] = {
  subject: 'The name on my receipt',
  messages: [],
  more: false,
  note: null,
  additionalInformation: null,
};
const ticket: Partial<DeskConversation> = { ticket: true, netEarnings: null, content };

const serveTicket = (more: Partial<DeskConversation>) =>
  serve(viewDeskConversation, () =>
    success(viewDeskConversation, { data: [{ ...answered, ...ticket, ...more }] }),
  );

const DRAFT = `deskTicket_${answered.id}`;

test.each(['COMPLETED', 'EXPIRED', 'CANCELLED'] as const)(
  'a ticket that is %s says so, and has no form',
  async (status) => {
    serveTicket({ status });
    await openScreen(paths.deskConversation(answered.id), dana);
    await screen.findByText('This ticket has ended, so it can’t be answered anymore.');
    expect(screen.queryByRole('button', { name: 'Send the answer' })).toBeNull();
  },
);

test('after somebody else answered and closed a ticket the screen says so, and keeps the answer until it is deleted', async () => {
  localStorage.setItem(DRAFT, '<p>Hello, it is changed.</p>');
  serveTicket({ status: 'PENDING' });
  const { user } = await openScreen(paths.deskConversation(answered.id), dana);
  const send = await screen.findByRole('button', { name: 'Send the answer' });
  serve(answerTicket, () => {
    serveTicket({ status: 'COMPLETED' });
    const { http, sentence: message } = REFUSALS.WRONG_STATUS;
    return Response.json({ status: 'WRONG_STATUS', message }, { status: http });
  });
  await user.click(send);
  await screen.findByText('This ticket has ended, so it can’t be answered anymore.');
  await screen.findByText(REFUSALS.WRONG_STATUS.sentence);
  await screen.findByText('Your answer, which wasn’t sent');
  screen.getByText('Hello, it is changed.');
  await user.click(screen.getByRole('button', { name: 'Delete it' }));
  expect(screen.queryByText('Hello, it is changed.')).toBeNull();
  expect(localStorage.getItem(DRAFT)).toBeNull();
});
