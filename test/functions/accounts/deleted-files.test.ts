import { expect, test } from '@jest/globals';
import { collectData } from '#functions/accounts/collect-data.ts';
import { handler as indexPublicAnswers } from '#functions/events/indexPublicAnswers.ts';
import { handler as withdrawPublicAnswers } from '#functions/events/withdrawPublicAnswers.ts';
import { messagePictureAt } from '#functions/gateways/message-pictures.ts';
import { attachmentPartition, shownThanksKey } from '#functions/storage/keys.ts';
import { allItems } from '#functions/storage/list-position.ts';
import { table } from '#functions/storage/table.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import { MINUTE } from '#shared/time.ts';
import {
  completeDeletions,
  requestDueDeletion,
  runDeleteAccounts,
} from '../../support/account-deletions.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { JPEG, PNG, pdfFile, pdfOf, VOICE } from '../../support/file-fixtures.ts';
import { postAllEvents } from '../../support/money.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { scanTable } from '../../support/scanned-table.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * The additions of people to their letters, from the copy of their data to the deletion of their accounts: files, recordings, thank-yous
 * and public answers. docs/product/accounts.md#deleted-accounts
 */

const world = worldOfFile();

const CAPTION = 'The north wall';
/** In cents; the earning is less than what has to be paid out before a deletion. */
const SMALL = 500;

/** Delivers every event to the subscribers of public answers, as the bus does, also again. */
async function deliverEvents(): Promise<void> {
  const handlers = { withdrawPublicAnswers, indexPublicAnswers };
  for (const [name, handler] of Object.entries(handlers)) {
    const { events } = subscribers[name as keyof typeof handlers];
    for (const event of await domainEventsOf(world))
      if ((events as readonly string[]).includes(event.type))
        await handler({ detail: event } as never, lambdaContext());
  }
}

/** A letter and an answer with everything that can be added to them, and drafts with files. */
async function fullConversation() {
  const sender = await newPerson(world);
  const recipient = await newPerson(world, { price: SMALL });
  await recipient.setsAttachments({ takesVoice: true });
  const letter = [
    await sender.attaches(PNG, { to: recipient }),
    await sender.attaches(pdfFile(await pdfOf('One')), { to: recipient }),
    await sender.attaches(VOICE, { to: recipient }),
  ];
  const order = await sender.pays(recipient, {
    card: 'pm_card_visa',
    price: '5.00',
    attachments: letter,
  });
  const picture = await recipient.attaches(JPEG, { in: order });
  const answer = [picture, await recipient.attaches(VOICE, { in: order })];
  await recipient.answers(order, {
    attachments: answer,
    placedPictures: [{ attachmentId: picture, position: 1, caption: CAPTION }],
    written: { recordingText: 'IN_SHORT' },
  });
  await postAllEvents(world);
  const reply = await sender.attaches(PNG, { in: order });
  await sender.writes(order, { attachments: [reply] });
  const files = { sender: [...letter, reply], recipient: answer };
  const { publicAnswerId } = await showAnswer(sender, recipient, order.id);
  const unsent = await saveDrafts(sender, recipient);
  files.sender.push(unsent.sender);
  files.recipient.push(unsent.recipient);
  return { sender, recipient, order, files, publicAnswerId };
}

/** The sender's thank-you is shown on the profile, and the answer is public. */
async function showAnswer(sender: Person, recipient: Person, id: string) {
  await sender.thanks({ id }, { text: 'It helped.', mayShow: 'NAME' });
  const [seen] = (await recipient.calls('viewInbox', { id })).data;
  await recipient.showsThanks({ id }, { consentAt: seen.thanks.consent.at });
  const { data } = await recipient.proposesPublicAnswer({ id });
  await sender.agreesToPublicAnswer({ id });
  await deliverEvents();
  return { publicAnswerId: String(data[0].publicAnswerId) };
}

/** Each of the two has a file in a draft: of another letter, and of the answer to another one. */
async function saveDrafts(sender: Person, recipient: Person) {
  const other = await newPerson(world, { price: PRICE });
  const inDraft = await sender.attaches(PNG, { to: other });
  await sender.savesDraft(other, { attachments: [inDraft] });
  const waiting = await other.pays(recipient, { card: 'pm_card_visa', price: '5.00' });
  const inAnswer = await recipient.attaches(JPEG, { in: waiting });
  await recipient.savesAnswerDraft(waiting, { attachments: [inAnswer] });
  return { sender: inDraft, recipient: inAnswer };
}

const copyOf = async ({ id }: Person) =>
  (await collectData({ table, now: world.now(), timeLeft: () => 60_000, messagePictureAt }, id))
    ?.parts as Readonly<Record<string, readonly Record<string, unknown>[]>>;

/** The attachments of a person, and their files in the bucket. */
const remainsOf = async ({ id }: Person, fileIds: readonly string[]) => [
  ...(await allItems(table, { partition: attachmentPartition(id) })),
  ...world.media.keysWith(`uploads/${id}/`),
  ...fileIds.flatMap((one) => world.media.keysWith(`attachments/${one}/`)),
];

const foundBySearch = async (): Promise<string[]> =>
  (await visitor().searchesPublicAnswers('violin')).data.map(({ id }: { id: string }) => id);

/** Deletes an account, and runs the sweeps until no file of it can be left. */
async function deleteAccount(person: Person): Promise<void> {
  await requestDueDeletion(world, person);
  await deliverEvents();
  await completeDeletions(world);
  await deliverEvents();
  world.advance(3 * MINUTE);
  await runDeleteAccounts();
}

test('the copy of a person’s data names every file, recording, thank-you and public answer', async () => {
  const { sender, recipient, order } = await fullConversation();
  const [sent] = (await copyOf(sender))['sent letters'] as [Record<string, never>];
  const [received] = ((await copyOf(recipient))['received letters'] ?? []).filter(
    ({ id }) => id === order.id,
  );
  for (const letter of [sent, received]) {
    expect(letter).toMatchObject({
      thanks: { text: 'It helped.', isOnProfile: true },
      publicAnswer: { state: 'PUBLIC', title: expect.any(String) },
      messages: [
        {
          files: [
            { kind: 'picture', name: PNG.name, sha256: expect.any(String) },
            { kind: 'pdf', name: 'report.pdf' },
            { kind: 'voice', name: VOICE.name },
          ],
        },
        { files: [{ kind: 'picture', name: JPEG.name, caption: CAPTION }, { kind: 'voice' }] },
        { files: [{ kind: 'picture', name: PNG.name }] },
      ],
    });
  }
  for (const [person, file] of [
    [sender, PNG],
    [recipient, JPEG],
  ] as const)
    expect((await copyOf(person))['files that are not sent']).toMatchObject([
      { kind: 'picture', name: file.name, bytes: file.content.length },
    ]);
});

test.each(['sender', 'recipient'] as const)(
  'the deletion of the %s leaves none of their files, and nothing that the two have shown',
  async (side) => {
    const { sender, recipient, order, files, publicAnswerId } = await fullConversation();
    const { username } = recipient.user;
    await visitor().opensPublicAnswer(username, publicAnswerId);
    expect(await foundBySearch()).toContain(publicAnswerId);
    const [deleted, other] = side === 'sender' ? [sender, recipient] : [recipient, sender];
    const otherSide = side === 'sender' ? 'recipient' : 'sender';
    const sentByOther = files[otherSide].slice(0, -1);
    await deleteAccount(deleted);
    expect(await remainsOf(deleted, files[side])).toEqual([]);
    const links = (await other.fileLinks(order)).data;
    expect(links.map(({ id }) => id).toSorted()).toEqual(sentByOther.toSorted());
    const record = await other.recordOf(order);
    expect(record.entries.flatMap(({ files: named = [] }) => named)).toHaveLength(6);
    await expectRefused(visitor().opensPublicAnswer(username, publicAnswerId), 404, 'NOT_FOUND');
    expect(await foundBySearch()).not.toContain(publicAnswerId);
    const words = (await scanTable(world.tableName)).filter(
      ({ pk, sk }) => pk.startsWith('ANSWERWORD#') && sk.endsWith(publicAnswerId),
    );
    expect(words).toEqual([]);
    const shown = await table.get(shownThanksKey(recipient.id));
    expect(JSON.stringify(shown ?? {})).not.toContain('It helped.');
  },
);

test('the deletion of both leaves no file of their conversation', async () => {
  const { sender, recipient, files } = await fullConversation();
  await deleteAccount(sender);
  await deleteAccount(recipient);
  expect(await remainsOf(sender, files.sender)).toEqual([]);
  expect(await remainsOf(recipient, files.recipient)).toEqual([]);
});
