import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import {
  viewDeskCase,
  viewDeskPerson,
  viewDeskQueue,
  viewDeskQueues,
} from '../../../shared/api/desk.ts';
import { DAY, later } from '../../../shared/time.ts';
import { paths } from '../../../web/src/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, NOW } from '../screen-fixtures.ts';
import { dana, type QueueItem, queueItems, report } from './desk-fixtures.ts';

/* The screens of the desk, its keys, and who sees them. docs/product/desk.md */

const serveQueue = () => serve(viewDeskQueue, () => success(viewDeskQueue, { data: queueItems }));
const serveCase = () =>
  serve(viewDeskCase, ({ input }) => {
    const quotes = input.get('reason')
      ? [{ by: report.about, at: NOW, text: 'I am the mayor.' }]
      : null;
    return success(viewDeskCase, { data: [{ ...report, quotes }] });
  });

async function openQueue() {
  serveQueue();
  const opened = await openScreen(paths.deskQueue('reports'), dana);
  await screen.findByRole('link', { name: /Pretending to be/ });
  return opened;
}

test('the overview shows how many cases wait in each queue, and how long the oldest has waited', async () => {
  serve(viewDeskQueues, () =>
    success(viewDeskQueues, {
      data: [
        { queue: 'REPORTS', count: 100, more: true, oldestAt: report.openedAt },
        { queue: 'CLAIMS', count: 0, more: false, oldestAt: null },
      ],
    }),
  );
  await openScreen(paths.desk(), dana);
  const reports = await screen.findByRole('link', { name: /^Reports/ });
  expect(reports.textContent).toMatch(/The oldest has waited 5 hours.*100\+/);
  expect(reports.getAttribute('href')).toBe(paths.deskQueue('reports'));
  expect(screen.getByRole('link', { name: /^Claims/ }).textContent).toContain('Nothing waits here');
});

test.each(['ben.okafor', '@Ben.Okafor', ana.id])(
  'the address of a person with %s asks the server for them, and says if nobody is found',
  async (person) => {
    serve(viewDeskPerson, () => refusal('NOT_FOUND'));
    await openScreen(paths.deskPerson(person), dana);
    await waitFor(() => expect(callsOf(viewDeskPerson).length).toBeGreaterThan(0));
    expect(callsOf(viewDeskPerson)[0]?.input.get('person')).toBe(person);
    expect(document.body.textContent).not.toContain('User Not Found');
  },
);

test('a queue shows whom each case is about, why, who opened it, its urgency and its age', async () => {
  await openQueue();
  const [first, second] = within(screen.getByRole('list', { name: 'Reports' })).getAllByRole(
    'link',
  );
  expect(first?.textContent).toMatch(
    /Ben Okafor.*Pretending to be someone else.*a profile · from Ana Marković/,
  );
  expect(first?.textContent).toMatch(/Someone is harmed.*5 hours/);
  expect(first?.getAttribute('href')).toBe(paths.deskCase(report.id));
  expect(second?.textContent).toMatch(/Ben Okafor.*Something else.*a group.*a moment/);
});

test('the queue of payouts says in a sentence why a payout is held', async () => {
  const held = { ...queueItems[0], type: 'PERSON', subjectType: null, openedBy: null } as QueueItem;
  serve(viewDeskQueue, () =>
    success(viewDeskQueue, {
      data: [
        { ...held, reason: 'HELD SHARED_CARD ONE_SENDER' },
        { ...held, id: '01J000000000000000000000C3', reason: 'HELD' },
      ],
    }),
  );
  await openScreen(paths.deskQueue('payouts'), dana);
  await screen.findByText(
    'Held for a check, because one card paid from several accounts, and one sender paid for everything.',
  );
  screen.getByText('Held for a check.');
});

test('an empty queue says that nothing waits', async () => {
  serve(viewDeskQueue, () => success(viewDeskQueue, { data: [] }));
  await openScreen(paths.deskQueue('appeals'), dana);
  await screen.findByText('Nothing waits here');
});

test('j and k move between the rows of a queue, Enter opens one, and u goes back', async () => {
  const { user, pathname } = await openQueue();
  serveCase();
  const links = screen.getAllByRole('link').filter((link) => link.closest('[data-desk-rows]'));
  await user.keyboard('j');
  await waitFor(() => expect(document.activeElement).toBe(links[0]));
  await user.keyboard('jj');
  await waitFor(() => expect(document.activeElement).toBe(links[1]));
  await user.keyboard('k{Enter}');
  await waitFor(() => expect(pathname()).toBe(paths.deskCase(report.id)));
  await screen.findByRole('button', { name: 'Decide' });
  await user.keyboard('u');
  await waitFor(() => expect(pathname()).toBe(paths.deskQueue('reports')));
});

test('1 and 2 choose a decision, and ? shows the keys', async () => {
  serveCase();
  const { user } = await openScreen(paths.deskCase(report.id), dana);
  const upheld = await screen.findByRole<HTMLInputElement>('radio', {
    name: 'The report is right',
  });
  const rejected = screen.getByRole<HTMLInputElement>('radio', { name: 'No rule is broken' });
  await user.keyboard('1');
  expect(upheld.checked).toBe(true);
  await user.keyboard('2');
  expect(rejected.checked).toBe(true);
  await user.keyboard('?');
  await screen.findByRole('heading', { name: 'Keys of the desk' });
});

test('the keys are letters while somebody writes', async () => {
  serveCase();
  const { user, pathname } = await openScreen(paths.deskCase(report.id), dana);
  const reason = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ });
  await user.type(reason, 'jku12?');
  expect(reason.value).toBe('jku12?');
  expect(pathname()).toBe(paths.deskCase(report.id));
  expect(screen.queryByRole('heading', { name: 'Keys of the desk' })).toBeNull();
  expect(document.querySelector('input:checked')).toBeNull();
});

test('what was reported is shown after a reason, which the next page asks for again', async () => {
  serveCase();
  const first = await openScreen(paths.deskCase(report.id), dana);
  const why = await screen.findByRole('textbox', { name: /^Why do you look/ });
  expect(screen.queryByText('I am the mayor.')).toBeNull();
  await first.user.type(why, 'Not{Enter}');
  await screen.findByText('Please write at least three words, or the number of the case');
  expect(callsOf(viewDeskCase)).toHaveLength(1);
  await first.user.type(why, ' the mayor?{Enter}');
  await screen.findByText('I am the mayor.');
  const shown = screen.getByRole('heading', { name: 'What was reported' });
  await waitFor(() => expect(document.activeElement).toBe(shown));
  expect(callsOf(viewDeskCase)[1]?.input.get('reason')).toBe('Not the mayor?');
  first.close();
  await openScreen(paths.deskCase(report.id), dana);
  await screen.findByRole('textbox', { name: /^Why do you look/ });
  expect(screen.queryByText('I am the mayor.')).toBeNull();
});

test('a typed reason to look survives a reload until what was reported is shown', async () => {
  serveCase();
  const first = await openScreen(paths.deskCase(report.id), dana);
  const why = await screen.findByRole('textbox', { name: /^Why do you look/ });
  await first.user.type(why, 'Is this the mayor?');
  first.close();
  const second = await openScreen(paths.deskCase(report.id), dana);
  const again = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Why do you look/ });
  expect(again.value).toBe('Is this the mayor?');
  await second.user.type(again, '{Enter}');
  await screen.findByText('I am the mayor.');
  second.close();
  await openScreen(paths.deskCase(report.id), dana);
  const next = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Why do you look/ });
  expect(next.value).toBe('');
});

test('the reason of one member of staff is not sent for the next one in the same browser', async () => {
  serveCase();
  const frida = { ...dana, id: '01J0000000000000000000000F', fullName: 'Frida Finance' };
  const first = await openScreen(paths.deskCase(report.id), { ...dana, id: ana.id });
  const why = await screen.findByRole('textbox', { name: /^Why do you look/ });
  await first.user.type(why, 'Reported as fake{Enter}');
  await screen.findByText('I am the mayor.');
  first.close();
  await openScreen(paths.deskCase(report.id), frida);
  await screen.findByRole('textbox', { name: /^Why do you look/ });
  expect(screen.queryByText('I am the mayor.')).toBeNull();
});

test('staff whose session did not begin with a passkey read what to do', async () => {
  serve(viewDeskQueues, () => refusal('PASSKEY_SIGN_IN_REQUIRED'));
  await openScreen(paths.desk(), dana);
  await screen.findByText('Sign in with a passkey');
  const add = screen.getByRole('link', { name: 'your passkeys' });
  expect(add.getAttribute('href')).toBe(paths.devicesAndPasskeys());
  expect(screen.getByRole('link', { name: 'Sign out' }).getAttribute('href')).toBe(paths.logout());
});

test.each([
  ['NOT_FOR_DESK', null, 'This passkey doesn’t open the desk', /ask an operator for a link/],
  ['TOO_NEW', later(NOW, DAY), 'This passkey is too new', /Yours opens it after/],
] as const)('a session whose passkey is %s reads why', async (why, opensAt, title, sentence) => {
  const details = { why, opensAt: opensAt && new Date(opensAt).toISOString() };
  serve(viewDeskQueues, () =>
    Response.json(
      { status: 'PASSKEY_SIGN_IN_REQUIRED', message: 'No.', ...details },
      { status: 403 },
    ),
  );
  await openScreen(paths.desk(), dana);
  await screen.findByText(title);
  await screen.findByText(sentence);
});

test.each([
  ['the overview', paths.desk(), viewDeskQueues],
  ['a queue', paths.deskQueue('reports'), viewDeskQueue],
  ['a case', paths.deskCase(report.id), viewDeskCase],
])('somebody who is not staff does not see %s', async (_, address, operation) => {
  await openScreen(address, ana);
  await screen.findByText('There’s nothing at this address.');
  expect(callsOf(operation)).toEqual([]);
});
