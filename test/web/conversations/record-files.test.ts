import { expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewConversationRecord } from '#shared/api/records.ts';
import { RECORD_FORMAT } from '#shared/rules/conversations/record-chain.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* The files of the messages in a record. docs/product/conversations.md#record */

const CONVERSATION = '01J0000000000000000000000M';
const SHA256 = 'xWMTFbQ86TM48B45OTN_1YXFXswaDEEuvtU94jZXz_8';
const picture = {
  kind: 'picture',
  name: 'north wall.jpg',
  type: 'image/jpeg',
  bytes: 1_800_000,
  sha256: SHA256,
};
type RecordFile = typeof picture;

/** Opens the record of a letter with these files, and finds what its message says. */
async function messageWith(...files: readonly RecordFile[]) {
  const at = '2026-11-20T10:00:00.000Z';
  const message = {
    number: 2,
    at,
    what: 'MESSAGE',
    by: 'SENDER',
    messageKind: 'QUESTION',
  } as const;
  const entries = [
    { number: 1, at, what: 'CONVERSATION', subject: 'A wall', priceCents: 2_500, hash: 'a' },
    { ...message, text: 'Is it damp?', hash: 'b', ...(files.length > 0 && { files: [...files] }) },
  ];
  const record = { format: RECORD_FORMAT, conversationId: CONVERSATION, side: 'sender' } as const;
  serve(viewConversationRecord, () =>
    success(viewConversationRecord, { data: [{ ...record, entries }] }),
  );
  await openScreen(paths.record(CONVERSATION), ana);
  const entry = (await screen.findByText('Is it damp?')).closest('li');
  return within(entry as HTMLElement);
}

test('a record names each file of a message with its kind, size and hash', async () => {
  const message = await messageWith(
    picture,
    { ...picture, kind: 'pdf', name: 'report.pdf', bytes: 84_000 },
    { ...picture, kind: 'voice', name: 'Spoken answer.m4a', bytes: 640_000 },
  );
  expect(message.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `north wall.jpg, picture, 1.8 MBSHA-256 ${SHA256}`,
    `report.pdf, PDF, 84 KBSHA-256 ${SHA256}`,
    `Spoken answer.m4a, recording, 640 KBSHA-256 ${SHA256}`,
  ]);
});

test('a record names a file twice that was attached twice', async () => {
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const message = await messageWith(picture, picture);
  expect(message.getAllByRole('listitem')).toHaveLength(2);
  expect(complaints.mock.calls.filter(([words]) => /same key/.test(String(words)))).toEqual([]);
});

test('a record of a message without files has no list of them', async () => {
  expect((await messageWith()).queryByRole('list')).toBeNull();
});
