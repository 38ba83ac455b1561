import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { viewDeskConversation, viewDeskPerson } from '#shared/api/desk.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { NOW } from '../screen-fixtures.ts';
import { answered, type DeskAccount, dana, deskAccount } from './desk-fixtures.ts';

/* Screens of the desk while a proposal waits for a second person. docs/product/desk.md#second-person */

const CASE = '01J0000000000000000000000P';
const sentence = 'Sam has proposed this already. You can decide it.';
const waiting = { caseId: CASE, sentence };

async function expectProposal(submit: string): Promise<void> {
  await screen.findByText(sentence, { exact: false });
  expect(screen.queryByRole('button', { name: submit })).toBeNull();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open the proposal' });
  expect(link.pathname).toBe(paths.deskCase(CASE));
}

const ACCOUNTS: readonly (readonly [string, Partial<DeskAccount>, string])[] = [
  ['block', { waiting: { block: waiting } }, 'Block the account'],
  ['unblock', { blockedAt: NOW, waiting: { unblock: waiting } }, 'Unblock the account'],
  ['release', { heldUntil: NOW, waiting: { release: waiting } }, 'Release the payout'],
];

test.each(ACCOUNTS)(
  'the page of a person shows a proposed %s in place of its form, and keeps the typed reason',
  async (choice, more, submit) => {
    localStorage.setItem(`desk_${choice}_${deskAccount.id}`, 'He asked eleven people.');
    serve(viewDeskPerson, () => success(viewDeskPerson, { data: [{ ...deskAccount, ...more }] }));
    await openScreen(paths.deskPerson(deskAccount.id), dana);
    await expectProposal(submit);
    screen.getByText('He asked eleven people.');
  },
);

test('a payment in review shows the proposed decision in place of its form', async () => {
  const review = { ...answered, inReview: true, status: 'REPORTED' } as const;
  serve(viewDeskConversation, () =>
    success(viewDeskConversation, {
      data: [{ ...review, refundObstacle: sentence, refundCaseId: CASE }],
    }),
  );
  await openScreen(paths.deskConversation(answered.id), dana);
  await expectProposal('Decide this review');
});
