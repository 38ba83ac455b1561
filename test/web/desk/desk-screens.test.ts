import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import {
  viewDeskCase,
  viewDeskConversation,
  viewDeskPerson,
  viewDeskQueue,
  viewDeskQueues,
} from '#shared/api/desk.ts';
import { cents, ZERO } from '#shared/money.ts';
import { DAY, later } from '#shared/time.ts';
import { refreshDesk } from '#web/features/desk/desk-queries.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, NOW } from '../screen-fixtures.ts';
import {
  answered,
  claimedLetter,
  dana,
  personOf,
  type QueueItem,
  queueItems,
  report,
} from './desk-fixtures.ts';

/* The screens of the desk, its keys, and who sees them. docs/product/desk.md */

const serveQueue = () => serve(viewDeskQueue, () => success(viewDeskQueue, { data: queueItems }));
const serveCase = () =>
  serve(viewDeskCase, ({ input }) => {
    const quotes = input.get('reason')
      ? [{ by: report.about, at: NOW, text: 'I am the mayor.' }]
      : null;
    return success(viewDeskCase, { data: [{ ...report, quotes }] });
  });

const serveTiles = () =>
  serve(viewDeskQueues, () =>
    success(viewDeskQueues, {
      data: [
        { tile: 'DANGER', count: 0, more: false, oldestAt: null, amount: null },
        { tile: 'CLAIMS', count: 2, more: false, oldestAt: report.openedAt, amount: cents(5_500) },
        { tile: 'REPORTS', count: 100, more: true, oldestAt: report.openedAt, amount: null },
        { tile: 'PAYOUTS', count: 0, more: false, oldestAt: null, amount: ZERO },
      ],
    }),
  );

async function openList(address = paths.desk()) {
  serveTiles();
  serveQueue();
  const opened = await openScreen(address, dana);
  await screen.findByRole('link', { name: /Pretending to be/ });
  return opened;
}

test('the tiles show how many cases wait, for how much money and how long, and lead to the list of each', async () => {
  await openList();
  const queues = within(screen.getByRole('navigation', { name: 'Queues' }));
  const claims = queues.getByRole('link', { name: /Claims/ });
  expect(claims.textContent).toMatch(/2.*\$55\.00.*oldest 5 hours/);
  expect(claims.getAttribute('href')).toBe(paths.desk('claims'));
  expect(queues.getByRole('link', { name: /Reports/ }).textContent).toContain('100+');
  expect(queues.getByRole('link', { name: /Payouts/ }).textContent).toMatch(/0nothing waits/);
});

test('the tile of danger has a red edge only while it has something', async () => {
  await openList();
  const tile = () => screen.getByRole('link', { name: /^Danger/ });
  expect(tile().className).not.toContain('border-red');
  serve(viewDeskQueues, () =>
    success(viewDeskQueues, {
      data: [{ tile: 'DANGER', count: 1, more: false, oldestAt: NOW, amount: null }],
    }),
  );
  await refreshDesk();
  await waitFor(() => expect(tile().className).toContain('border-red'));
});

test.each([
  ['claims', 'claims'],
  ['refunds', 'second_person'],
  ['blocks', 'second_person'],
])('the address of the queue %s leads to the list of its tile', async (queue, tile) => {
  const { pathname } = await openList(paths.deskQueue(queue));
  expect(pathname()).toBe('/desk');
  expect(callsOf(viewDeskQueue)[0]?.input.get('tile')).toBe(tile.toUpperCase());
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

test('a row shows whom it is about, why, who wrote, one chip, its age and its amount', async () => {
  await openList();
  const [first, second] = within(screen.getByRole('list', { name: 'Cases' })).getAllByRole('link');
  expect(first?.textContent).toMatch(
    /^Report.*Ben Okafor.*Pretending to be someone else · from Ana Marković.*Someone is harmed.*5 hours/,
  );
  expect(first?.getAttribute('href')).toBe(paths.deskCase(report.id));
  expect(second?.textContent).toMatch(/Ben Okafor.*Something else.*a moment/);
  expect(second?.textContent).not.toContain('harmed');
});

const [item] = queueItems as [QueueItem, QueueItem];
const frida = personOf({ ...ana, id: '01J0000000000000000000000F', fullName: 'Frida Finance' });

test.each<[string, Partial<QueueItem>, RegExp]>([
  ['that a colleague has open', { openBy: frida, harm: 3, tile: 'DANGER' }, /Frida has it open/],
  ['that was handed to a colleague', { handedTo: frida }, /For Frida/],
  ['that was handed to the viewer', { handedTo: personOf(dana) }, /Handed to you/],
  [
    'with a proposed refund',
    {
      queue: 'REFUNDS',
      tile: 'SECOND_PERSON',
      reason: 'REFUND_PLATFORM',
      proposedBy: frida,
      sender: personOf(ana),
      amount: cents(8_000),
    },
    /Frida proposed a refund to Ana Marković.*Needs your yes or no.*\$80\.00/,
  ],
  [
    'that the viewer proposed',
    { queue: 'BLOCKS', tile: 'SECOND_PERSON', reason: 'BLOCK', proposedBy: personOf(dana) },
    /You proposed to block the account.*Waits for a second person/,
  ],
  ['that three people reported', { others: 2 }, /from Ana Marković and 2 others/],
  [
    'with a held payout',
    {
      type: 'PERSON',
      queue: 'PAYOUTS',
      tile: 'PAYOUTS',
      harm: 1,
      until: NOW,
      reason: 'HELD SHARED_CARD ONE_SENDER',
    },
    /Held: one card paid from several accounts, and one sender paid for everything · until/,
  ],
])('a row %s says so', async (_what, more, words) => {
  serveTiles();
  serve(viewDeskQueue, () => success(viewDeskQueue, { data: [{ ...item, ...more }] }));
  await openScreen(paths.desk(), dana);
  const rows = within(await screen.findByRole('list', { name: 'Cases' }));
  expect(rows.getByRole('link').textContent).toMatch(words);
});

test('an empty list says that nothing waits', async () => {
  serveTiles();
  serve(viewDeskQueue, () => success(viewDeskQueue, { data: [] }));
  await openScreen(paths.desk('appeals'), dana);
  await screen.findByText('Nothing waits here');
});

test('N opens the first case that no colleague has open, was given, or the viewer left for later', async () => {
  serveTiles();
  const id = (nth: number) => `01J000000000000000000000N${nth}`;
  serve(viewDeskQueue, () =>
    success(viewDeskQueue, {
      data: [
        { ...item, id: id(1), openBy: frida },
        { ...item, id: id(2), skipped: true },
        { ...item, id: id(3), handedTo: frida },
        { ...item, id: report.id },
      ],
    }),
  );
  serveCase();
  const { user, pathname } = await openScreen(paths.desk(), dana);
  await screen.findByRole('list', { name: 'Cases' });
  await user.keyboard('n');
  await waitFor(() => expect(pathname()).toBe(paths.deskCase(report.id)));
});

test('G and a number show the list of a tile', async () => {
  const { user } = await openList();
  await user.keyboard('g2');
  await waitFor(() => expect(callsOf(viewDeskQueue).at(-1)?.input.get('tile')).toBe('CLAIMS'));
});

test('j and k move between the rows of the list, Enter opens one, and u goes back', async () => {
  const { user, pathname } = await openList();
  serveCase();
  const links = screen.getAllByRole('link').filter((link) => link.closest('[data-desk-rows]'));
  await user.keyboard('j');
  await waitFor(() => expect(document.activeElement).toBe(links[0]));
  await user.keyboard('jj');
  await waitFor(() => expect(document.activeElement).toBe(links[1]));
  await user.keyboard('k{Enter}');
  await waitFor(() => expect(pathname()).toBe(paths.deskCase(report.id)));
  await screen.findByRole('button', { name: /^Decide this report/ });
  await user.keyboard('u');
  await waitFor(() => expect(pathname()).toBe('/desk'));
});

test('1 and 2 choose a decision, and ? shows the keys', async () => {
  serveCase();
  const { user } = await openScreen(paths.deskCase(report.id), dana);
  const rejected = await screen.findByRole<HTMLInputElement>('radio', {
    name: 'No rule is broken',
  });
  const warned = screen.getByRole<HTMLInputElement>('radio', { name: 'Warn Ben' });
  await user.keyboard('1');
  expect(rejected.checked).toBe(true);
  await user.keyboard('2');
  expect(warned.checked).toBe(true);
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

test('what was reported is opened with O for the case as the reason, and the next page asks again', async () => {
  serveCase();
  const first = await openScreen(paths.deskCase(report.id), dana);
  await screen.findByRole('button', { name: /^Show what was reported/ });
  expect(screen.queryByText('I am the mayor.')).toBeNull();
  await first.user.keyboard('o');
  await screen.findByText('I am the mayor.');
  const note = screen.getByText(/“To decide this report”\. That is logged\./);
  await waitFor(() => expect(document.activeElement).toBe(note));
  expect(callsOf(viewDeskCase)[1]?.input.get('reason')).toBe('To decide this report');
  first.close();
  await openScreen(paths.deskCase(report.id), dana);
  await screen.findByRole('button', { name: /^Show what was reported/ });
  expect(screen.queryByText('I am the mayor.')).toBeNull();
});

const serveLetter = () =>
  serve(viewDeskConversation, ({ input }) =>
    success(viewDeskConversation, {
      data: [{ ...answered, content: input.has('reason') ? claimedLetter : null }],
    }),
  );
const openLetter = (viewer = dana) => openScreen(paths.deskConversation(answered.id), viewer);
const whyLook = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Why do you look/ });

test('a letter that waits for nothing is shown after a reason, which has to say something', async () => {
  serveLetter();
  const { user } = await openLetter();
  const why = await whyLook();
  await user.type(why, 'Not{Enter}');
  await screen.findByText('Please write at least three words, or the number of the case');
  expect(callsOf(viewDeskConversation)).toHaveLength(1);
  await user.type(why, ' the mayor?{Enter}');
  await screen.findByText('What do I pay?');
  const shown = screen.getByRole('heading', { name: 'Messages' });
  await waitFor(() => expect(document.activeElement).toBe(shown));
  expect(callsOf(viewDeskConversation)[1]?.input.get('reason')).toBe('Not the mayor?');
});

test('a typed reason to look survives a reload until what was written is shown', async () => {
  serveLetter();
  const first = await openLetter();
  await first.user.type(await whyLook(), 'Is this the mayor?');
  first.close();
  const second = await openLetter();
  const again = await whyLook();
  expect(again.value).toBe('Is this the mayor?');
  await second.user.type(again, '{Enter}');
  await screen.findByText('What do I pay?');
  second.close();
  await openLetter();
  expect((await whyLook()).value).toBe('');
});

test('the reason of one member of staff is not sent for the next one in the same browser', async () => {
  serveLetter();
  const frida = { ...dana, id: '01J0000000000000000000000F', fullName: 'Frida Finance' };
  const sam = { ...dana, id: '01J0000000000000000000000S', fullName: 'Sam Support' };
  const first = await openLetter(sam);
  await first.user.type(await whyLook(), 'Reported as fake{Enter}');
  await screen.findByText('What do I pay?');
  first.close();
  await openLetter(frida);
  await whyLook();
  expect(screen.queryByText('What do I pay?')).toBeNull();
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
  ['the list of a tile', paths.desk('reports'), viewDeskQueue],
  ['a case', paths.deskCase(report.id), viewDeskCase],
])('somebody who is not staff does not see %s', async (_, address, operation) => {
  await openScreen(address, ana);
  await screen.findByText('There’s nothing at this address.');
  expect(callsOf(operation)).toEqual([]);
});
