import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { viewDeskCase, withdrawProposal } from '#shared/api/desk.ts';
import { decideClaim } from '#shared/api/desk-claims.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ben, NOW } from '../screen-fixtures.ts';
import { claimCase, claimedLetter, type DeskCase, dana, personOf } from './desk-fixtures.ts';

/* The screen on which a claim is decided. docs/product/desk.md#claims */

const REASON = 'The answer names no amount and no rule.';

async function openClaim(more: Partial<DeskCase> = {}) {
  serve(viewDeskCase, ({ input }) =>
    success(viewDeskCase, {
      data: [{ ...claimCase, ...more, written: input.get('reason') ? claimedLetter : null }],
    }),
  );
  const { user } = await openScreen(paths.deskCase(claimCase.id), dana);
  await screen.findByRole('heading', { level: 1, name: 'Did Ben answer the question?' });
  const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
  const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
  return { user, radio, reason };
}

const cellsOf = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('a claim asks its question as the title, and shows what each decision moves, with nothing chosen', async () => {
  const { radio } = await openClaim();
  expect(radio(/Refund Ana/).checked).toBe(false);
  expect(radio(/Answer stands/).checked).toBe(false);
  expect(cellsOf('Ana’s payment')).toEqual([
    expect.stringMatching(/^\+ \$20\.00by /),
    '$0.00stays charged',
  ]);
  expect(cellsOf('Ben’s balance')).toEqual(['− $18.60taken back', '+ $18.60no longer frozen']);
  expect(cellsOf('Our fee')).toEqual(['− $1.40', '$1.40stays ours']);
  expect(cellsOf('Ben’s odds')).toEqual(['21 of 24was 22 of 24', '22 of 24']);
  expect(cellsOf('Appeal')).toEqual([expect.stringMatching(/^Ben, until/), 'no one']);
  screen.getByRole('button', { name: 'Decide this claim' });
});

test('the claim and the objection are there before the texts are opened', async () => {
  await openClaim();
  screen.getByText('It names no tax.');
  screen.getByText('I said how much.');
  expect(screen.queryByText('There is a tax.')).toBeNull();
});

test('one press opens both texts with the case as the reason, side by side with who wrote the answer', async () => {
  const { user } = await openClaim();
  await user.click(screen.getByRole('button', { name: 'Show both texts' }));
  for (const text of ['What do I pay?', 'There is a tax.', 'It is ten percent.'])
    await screen.findByText(text);
  screen.getByText('Written by Ben');
  screen.getByText('typed 400 characters in 10 minutes, pasted 12');
  screen.getByText(/Signed with a passkey/);
  screen.getByText(/You looked at .*“To decide this claim”\. That is logged\./);
  const reasons = callsOf(viewDeskCase).flatMap(({ input }) => input.get('reason') ?? []);
  expect(reasons).toEqual(['To decide this claim']);
});

test('the reason for opening the texts can be changed, and a reason that says nothing is refused', async () => {
  const { user } = await openClaim();
  await user.click(screen.getByRole('button', { name: 'Change the words' }));
  const why = screen.getByRole('textbox', { name: 'Why do you look?' });
  await user.clear(why);
  await user.type(why, 'Look.{Enter}');
  await screen.findByText(/at least three words/);
  await user.clear(why);
  await user.type(why, 'Ana wrote to support about it.{Enter}');
  await screen.findByText('There is a tax.');
  const reasons = callsOf(viewDeskCase).flatMap(({ input }) => input.get('reason') ?? []);
  expect(reasons).toEqual(['Ana wrote to support about it.']);
});

test('a claim is decided by the keyboard alone: 1, R, the reason, Ctrl+Enter', async () => {
  const { user, radio, reason } = await openClaim();
  serve(decideClaim, () =>
    success(decideClaim, { data: [{ message: 'The sender is refunded.' }] }),
  );
  await user.keyboard('1');
  expect(radio(/Refund Ana/).checked).toBe(true);
  screen.getByRole('button', { name: 'Refund $20.00 to Ana' });
  await user.keyboard('r');
  expect(document.activeElement).toBe(reason());
  await user.keyboard(REASON);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('The sender is refunded.');
  expect(Object.fromEntries(callsOf(decideClaim)[0]?.input ?? [])).toEqual({
    caseId: claimCase.id,
    outcome: 'UPHELD',
    reason: REASON,
  });
});

test('the button of the other decision says what it does', async () => {
  const { user } = await openClaim();
  await user.keyboard('2');
  screen.getByRole('button', { name: 'Let the answer stand' });
});

test('a missing decision and a missing reason are said at their places', async () => {
  const { user, radio, reason } = await openClaim();
  await user.click(screen.getByRole('button', { name: 'Decide this claim' }));
  await screen.findByText('Please choose a decision');
  screen.getByText('Please write a reason');
  await waitFor(() => expect(document.activeElement).toBe(radio(/Refund Ana/)));
  expect(reason().getAttribute('aria-invalid')).toBe('true');
  expect(callsOf(decideClaim)).toEqual([]);
});

test('the reason says who reads it, and all that each of them will read can be seen before', async () => {
  const { user, reason } = await openClaim();
  screen.getByText('Ana and Ben both read this');
  expect(screen.queryByRole('button', { name: /See all/ })).toBeNull();
  await user.keyboard('1');
  await user.type(reason(), REASON);
  await user.click(screen.getByRole('button', { name: 'See all that each of them will read' }));
  const shown = within(await screen.findByRole('dialog'));
  const bens = within(shown.getByRole('region', { name: 'Ben Okafor' }));
  bens.getByText('An earning was taken back');
  bens.getByText('The $18.60 that you earned for it is taken back.');
  bens.getByText(`The reason: “${REASON}”`);
  bens.getByText(/^You can appeal once, until/);
  bens.getByText('A decision about your account');
});

test('what the rules refuse cannot be chosen, and says why', async () => {
  const gone = 'This claim doesn’t wait for a decision anymore.';
  const { user, radio } = await openClaim({ refused: { UPHELD: gone, REJECTED: gone } });
  await user.keyboard('1');
  expect(radio(/Refund Ana/).checked).toBe(false);
  expect(screen.getAllByText(new RegExp(gone))).toHaveLength(2);
});

const proposal = { at: NOW, outcome: 'UPHELD', reason: REASON, deed: null } as const;

test('whoever proposed a decision sees that nothing has moved, and can withdraw it', async () => {
  const { user } = await openClaim({ proposal: { ...proposal, by: personOf(dana) } });
  serve(withdrawProposal, () =>
    success(withdrawProposal, { data: [{ message: 'The proposal is withdrawn.' }] }),
  );
  screen.getByText('Waits for a second person');
  screen.getByText(/Nothing has moved, and no one was notified/);
  expect(screen.queryByRole('radio')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Withdraw the proposal' }));
  await screen.findByText('The proposal is withdrawn.');
  expect(callsOf(withdrawProposal)).toHaveLength(1);
});

test('a second person reads who proposed it and why, and that both sides read the words of the proposal', async () => {
  const { user } = await openClaim({ proposal: { ...proposal, by: personOf(ben) } });
  screen.getByText('Ben proposed this');
  screen.getByText(new RegExp(REASON));
  await user.keyboard('1');
  screen.getByText('Ben and the audit read this.');
  screen.getByRole('textbox', { name: 'What did you check yourself?' });
  await user.keyboard('2');
  screen.getByText('Ana and Ben both read this');
});

test('a refund above the limit says that it becomes a proposal, on the button too', async () => {
  const { user } = await openClaim({
    proposed: { UPHELD: 'This becomes a proposal, because it moves more than $10.00.' },
  });
  await user.keyboard('1');
  screen.getByText(/^This becomes a proposal/);
  screen.getByRole('button', { name: 'Propose to refund $20.00 to Ana' });
});

test('who may not decide a claim reads why in place of the form', async () => {
  await openClaim({ obstacle: 'Someone else has to do this.' });
  screen.getByText('Someone else has to do this.');
  expect(screen.queryByText(/^You alone/)).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
});
