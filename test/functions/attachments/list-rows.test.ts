import { expect, test } from '@jest/globals';
import { completeDeletions, requestDueDeletion } from '../../support/account-deletions.ts';
import { JPEG, PNG, VOICE } from '../../support/file-fixtures.ts';
import { PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The attachments of a letter in the rows of the inbox and of the orders. docs/product/conversations.md#lists */

const world = worldOfFile();

/** The files of the one conversation of two people, as the lists of both show them. */
async function rowsOf(sender: Person, recipient: Person) {
  const [order] = (await sender.outbox()).data;
  const [letter] = (await recipient.inbox()).data;
  const filesOf = (row: typeof order | typeof letter) => [row?.fileCount, row?.voiceSeconds];
  return { order: filesOf(order), letter: filesOf(letter) };
}

const bothShow = (...files: readonly (number | undefined)[]) => ({ order: files, letter: files });
const WORD_FOR_WORD = { declaration: 'SELF', recordingText: 'WORD_FOR_WORD' } as const;

test('a row counts the pictures and PDFs of the letter, the answer and the replies, for both sides', async () => {
  const ben = await newPerson(world);
  const ana = await newPerson(world, { price: PRICE });
  const attachments = [await ben.attaches(JPEG, { to: ana }), await ben.attaches(PNG, { to: ana })];
  const order = await ben.pays(ana, { card: 'pm_card_visa', attachments });
  expect(await rowsOf(ben, ana)).toEqual(bothShow(2, undefined));
  await ana.answers(order, { attachments: [await ana.attaches(JPEG, { in: order })] });
  expect(await rowsOf(ben, ana)).toEqual(bothShow(3, undefined));
  await ben.writes(order, { attachments: [await ben.attaches(PNG, { in: order })] });
  await ana.readsInbox(order);
  expect(await rowsOf(ben, ana)).toEqual(bothShow(4, undefined));
});

test('a row without attachments has no count of them', async () => {
  const { sender, recipient } = await pendingOrder(world);
  expect(await rowsOf(sender, recipient)).toEqual(bothShow(undefined, undefined));
});

test('a row has the length of a spoken answer, which is not among the files', async () => {
  const { sender, recipient, order } = await pendingOrder(world);
  const recording = await recipient.attaches(VOICE, { in: order });
  const picture = await recipient.attaches(PNG, { in: order });
  await recipient.answers(order, { attachments: [recording, picture], written: WORD_FOR_WORD });
  expect(await rowsOf(sender, recipient)).toEqual(bothShow(1, 4));
});

test('files of a reply to a person who blocked its author are counted for the author alone', async () => {
  const { sender, recipient, order } = await pendingOrder(world);
  await recipient.answers(order);
  await recipient.blocks(sender);
  await sender.writes(order, { attachments: [await sender.attaches(PNG, { in: order })] });
  await sender.writes(order);
  expect(await rowsOf(sender, recipient)).toEqual({
    order: [1, undefined],
    letter: [undefined, undefined],
  });
});

test('a letter that is paid again after its payment failed counts its files once', async () => {
  const ben = await newPerson(world);
  const ana = await newPerson(world, { price: PRICE });
  const attachments = [await ben.attaches(JPEG, { to: ana })];
  await ben.pays(ana, { card: 'pm_card_chargeDeclined', attachments }).catch(() => undefined);
  await ben.pays(ana, { card: 'pm_card_visa', attachments });
  expect(await rowsOf(ben, ana)).toEqual(bothShow(1, undefined));
});

test('the files of a deleted account are no longer counted', async () => {
  const { sender, recipient, order } = await pendingOrder(world);
  await recipient.answers(order, { attachments: [await recipient.attaches(PNG, { in: order })] });
  await sender.writes(order, { attachments: [await sender.attaches(JPEG, { in: order })] });
  expect((await recipient.inbox()).data).toMatchObject([{ fileCount: 2 }]);
  await requestDueDeletion(world, sender);
  await completeDeletions(world);
  expect((await recipient.inbox()).data).toMatchObject([{ fileCount: 1 }]);
});
