import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewDeskConversation, viewDeskFiles } from '#shared/api/desk.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, NOW } from '../screen-fixtures.ts';
import { answered, type DeskConversation, dana } from './desk-fixtures.ts';

/* The files of a reported or claimed letter at the desk. docs/product/attachments.md#who-can-open-a-file */

const content: NonNullable<DeskConversation['content']> = {
  subject: 'A wall',
  more: false,
  note: null,
  additionalInformation: null,
  messages: [
    {
      id: 'M1',
      kind: 'QUESTION',
      senderId: ana.id,
      body: '<p>Is it damp?</p>',
      dateTimeSent: NOW,
      written: null,
      fileCount: 2,
    },
    {
      id: 'M2',
      kind: 'PAID_RESPONSE',
      senderId: ben.id,
      body: '<p>It is.</p>',
      dateTimeSent: NOW,
      written: null,
      fileCount: 1,
    },
  ],
};

const file = (senderId: string, kind: 'picture' | 'pdf', name: string) => ({
  senderId,
  kind,
  name,
  dateTimeSent: NOW,
  bytes: 1_800_000,
  url: `https://files.example/${encodeURIComponent(name)}`,
});
const FILES = [
  file(ana.id, 'picture', 'north wall.jpg'),
  file(ana.id, 'pdf', 'report.pdf'),
  file(ben.id, 'picture', 'drain.jpg'),
];

const serveFiles = (files = FILES) =>
  serve(viewDeskFiles, () => success(viewDeskFiles, { data: [{ files }] }));

const REPORTED = { event: 'REPORTED', at: NOW, moneyState: 'HELD', amount: null } as const;
const serveLetter = (timeline: DeskConversation['timeline']) =>
  serve(viewDeskConversation, () =>
    success(viewDeskConversation, { data: [{ ...answered, content, timeline }] }),
  );

beforeEach(() => serveLetter([REPORTED]));

async function openLetter() {
  const { user } = await openScreen(paths.deskConversation(answered.id), dana);
  const show = await screen.findByRole('button', { name: /^Show the files/ });
  return { user, show, press: () => user.click(show) };
}

const list = async () => within(await screen.findByRole('region', { name: 'Files' }));

test('the files are opened by one press, with a reason, and nothing is asked for before', async () => {
  serveFiles();
  const { press } = await openLetter();
  screen.getByText(/^The letter has 3 files\. Both people are told that you opened them/);
  expect(callsOf(viewDeskFiles)).toEqual([]);
  await press();
  const shown = await list();
  expect(shown.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'north wall.jpg',
    'report.pdf',
    'drain.jpg',
  ]);
  const [sent] = callsOf(viewDeskFiles);
  expect(Object.fromEntries(sent?.input ?? [])).toEqual({
    conversationId: answered.id,
    reason: 'To judge this report or claim',
  });
});

test('the files of a letter that was neither reported nor claimed have no button', async () => {
  serveLetter([]);
  await openScreen(paths.deskConversation(answered.id), dana);
  await screen.findByText('The letter has 3 files. Files are shown only in a report or a claim.');
  expect(screen.queryByRole('button', { name: /^Show the files/ })).toBeNull();
});

test('each file says its size and whose it is, and opens in a tab that learns nothing of the desk', async () => {
  serveFiles();
  const { press } = await openLetter();
  await press();
  const shown = await list();
  const [first, , third] = shown.getAllByRole('listitem');
  expect(first?.textContent).toBe('north wall.jpg 1.8 MB, from Ana Marković');
  expect(third?.textContent).toBe('drain.jpg 1.8 MB, from Ben Okafor');
  const link = shown.getByRole('link', { name: 'report.pdf' });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
});

test('the reason can be changed before, and an empty one is refused at its field', async () => {
  serveFiles();
  const { user, press } = await openLetter();
  await user.click(screen.getByRole('button', { name: 'Change the words' }));
  const reason = screen.getByRole('textbox', { name: 'Why do you look?' });
  await user.clear(reason);
  await press();
  expect(reason.getAttribute('aria-invalid')).toBe('true');
  expect(callsOf(viewDeskFiles)).toEqual([]);
  await user.type(reason, 'The picture decides it');
  await press();
  await list();
  expect(callsOf(viewDeskFiles)[0]?.input.get('reason')).toBe('The picture decides it');
});

test('files of a deleted account are named as gone', async () => {
  serveFiles(FILES.slice(2));
  const { press } = await openLetter();
  await press();
  (await list()).getByText('Files of a deleted account are gone.');
});

test('a refusal is said beside the button, and nothing is shown', async () => {
  serve(viewDeskFiles, () => refusal('FORBIDDEN'));
  const { press } = await openLetter();
  await press();
  await screen.findByRole('alert');
  expect(screen.queryByRole('region', { name: 'Files' })).toBeNull();
});

test('a look whose response is lost shows nothing, and the next press opens the files', async () => {
  let isFirst = true;
  serve(viewDeskFiles, () => {
    if (!isFirst) return success(viewDeskFiles, { data: [{ files: FILES }] });
    isFirst = false;
    return lost();
  });
  const { press } = await openLetter();
  await press();
  await screen.findByRole('alert');
  expect(screen.queryByRole('region', { name: 'Files' })).toBeNull();
  await press();
  expect((await list()).getAllByRole('link')).toHaveLength(3);
  expect(callsOf(viewDeskFiles)).toHaveLength(2);
});

test('a letter without files has no way to open any', async () => {
  serve(viewDeskConversation, () =>
    success(viewDeskConversation, {
      data: [
        {
          ...answered,
          content: { ...content, messages: content.messages.map(({ fileCount, ...one }) => one) },
        },
      ],
    }),
  );
  await openScreen(paths.deskConversation(answered.id), dana);
  await screen.findByText('Is it damp?');
  expect(screen.queryByRole('button', { name: /^Show the files/ })).toBeNull();
});
