import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { decideCase, viewDeskCase } from '#shared/api/desk.ts';
import { REFUSALS } from '#shared/refusals.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { invalidate } from '#web/api/queries.ts';
import { refreshDesk } from '#web/features/desk/desk-queries.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, serve, success } from '../open-screen.ts';
import { NOW } from '../screen-fixtures.ts';
import { type DeskCase, dana, personOf, report } from './desk-fixtures.ts';

/* The form of every decision of the desk. docs/product/desk.md#decisions */

const REASON = 'It is somebody else.';
/** The button that sends the decision, whatever was chosen. */
const SENDS = { selector: 'button[type="submit"] span' };

const serveCase = (more: Partial<DeskCase> = {}) =>
  serve(viewDeskCase, () => success(viewDeskCase, { data: [{ ...report, ...more }] }));

async function openForm() {
  serveCase();
  const { user } = await openScreen(paths.deskCase(report.id), dana);
  const reason = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ });
  const choose = (name: RegExp) => user.click(screen.getByRole('radio', { name }));
  const decide = () =>
    user.click(screen.getByText(/^(Decide this|Reject the|Warn Ben$|Remove the|Block)/, SENDS));
  return { user, reason, choose, decide };
}

/** The texts that describe a field or a group of fields. */
const describedBy = (element: HTMLElement) =>
  element
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);

test('a missing choice and a missing reason have their errors at their fields, the first with the focus', async () => {
  const { reason, decide } = await openForm();
  await decide();
  const decision = screen.getByRole('radiogroup', { name: 'Decision' });
  await waitFor(() => expect(describedBy(decision)).toContain('Please choose a decision'));
  expect(describedBy(reason)).toContain('Please write a reason');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'No rule is broken' })),
  );
  expect(callsOf(decideCase)).toEqual([]);
});

test('a decision sends what was chosen and its reason, and says what happened', async () => {
  const { user, reason, choose } = await openForm();
  serve(decideCase, () => success(decideCase, { data: [{ message: 'The person is warned.' }] }));
  await choose(/Warn Ben/);
  await user.type(reason, REASON);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('The person is warned.');
  const [sent] = callsOf(decideCase);
  expect(Object.fromEntries(sent?.input ?? [])).toEqual({
    caseId: report.id,
    outcome: 'UPHELD',
    deed: 'WARNED',
    reason: REASON,
  });
  expect(localStorage.getItem(`desk_case_${report.id}`)).toBeNull();
});

test('after a decision the case is loaded again without another look, and what was seen stays', async () => {
  const quotes = [{ by: personOf(dana), at: NOW, text: 'I am the mayor.' }];
  const { user, reason, choose, decide } = await openForm();
  serve(viewDeskCase, ({ input }) =>
    success(viewDeskCase, { data: [{ ...report, quotes: input.has('reason') ? quotes : null }] }),
  );
  await user.keyboard('o');
  await screen.findByText('I am the mayor.');
  serve(decideCase, () => success(decideCase, { data: [{ message: 'The report is rejected.' }] }));
  await choose(/No rule is broken/);
  await user.type(reason, REASON);
  await decide();
  await screen.findByText('The report is rejected.');
  await refreshDesk();
  await invalidate();
  screen.getByText('I am the mayor.');
  const looks = callsOf(viewDeskCase).filter(({ input }) => input.has('reason'));
  expect(looks).toHaveLength(1);
  expect(callsOf(viewDeskCase).length).toBeGreaterThan(2);
});

test('what is removed is sent, and nothing of what was chosen before', async () => {
  const { user, reason, choose, decide } = await openForm();
  serve(decideCase, () => success(decideCase, { data: [{ message: 'Removed.' }] }));
  await choose(/Block Ben/);
  await choose(/Remove the profile’s text/);
  await user.type(reason, REASON);
  await decide();
  await screen.findByText('Removed.');
  expect(Object.fromEntries(callsOf(decideCase)[0]?.input ?? [])).toMatchObject({
    outcome: 'UPHELD',
    deed: 'CONTENT_REMOVED',
    remove: 'BIO',
  });
});

test('a fault is shown, and the choice and the reason stay', async () => {
  const { user, reason, choose, decide } = await openForm();
  serve(decideCase, lost);
  await choose(/No rule is broken/);
  await user.type(reason, REASON);
  await decide();
  await screen.findByText(LOST_RESPONSE);
  expect(reason.value).toBe(REASON);
  const chosen = screen.getByRole<HTMLInputElement>('radio', { name: 'No rule is broken' });
  expect(chosen.checked).toBe(true);
});

const decided = { at: NOW, outcome: 'REJECTED', deed: null, remove: null } as const;

test('after somebody else was faster the screen says who decided and what, and keeps the reason until it is deleted', async () => {
  const { user, reason, choose, decide } = await openForm();
  const by = { ...report.about, fullName: 'Frida Finance' } as NonNullable<typeof report.about>;
  serve(decideCase, () => {
    serveCase({ decision: { ...decided, by, reason: 'It is him.' } });
    const message = 'Frida Finance has decided this already.';
    return Response.json(
      { status: 'WRONG_STATUS', message, decidedBy: by.fullName },
      { status: REFUSALS.WRONG_STATUS.http },
    );
  });
  await choose(/Warn Ben/);
  await user.type(reason, REASON);
  await decide();
  await screen.findByText('Frida Finance has decided this already.');
  await screen.findByRole('heading', { level: 1, name: 'No rule was broken' });
  expect(screen.getByText(/^Decided by Frida Finance, /)).toBeTruthy();
  expect(screen.getByText('It is him.')).toBeTruthy();
  expect(screen.getByText('Your reason, which wasn’t sent')).toBeTruthy();
  expect(screen.getByText(REASON)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete it' }));
  expect(screen.queryByText(REASON)).toBeNull();
  expect(localStorage.getItem(`desk_case_${report.id}`)).toBeNull();
});

test('after a lost response to a decision the screen shows the decision, and no unsent reason', async () => {
  const { user, reason, choose, decide } = await openForm();
  serve(decideCase, () => {
    serveCase({ decision: { ...decided, by: personOf(dana), reason: REASON } });
    return lost();
  });
  await choose(/No rule is broken/);
  await user.type(reason, `${REASON} `);
  await decide();
  await screen.findByRole('heading', { level: 1, name: 'No rule was broken' });
  await waitFor(() => expect(callsOf(decideCase)).toHaveLength(2));
  expect(screen.queryByText(/^Your reason/)).toBeNull();
  expect(localStorage.getItem(`desk_case_${report.id}`)).toBeNull();
  expect(localStorage.getItem(`idempotencyKey_desk_case_${report.id}`)).toBeNull();
});

test('a case that concerns the member of staff says so, and has no form', async () => {
  serveCase({ obstacle: 'This case is about you, so someone else has to decide it.' });
  await openScreen(paths.deskCase(report.id), dana);
  await screen.findByText('This case is about you, so someone else has to decide it.');
  expect(screen.queryByRole('radio')).toBeNull();
});
