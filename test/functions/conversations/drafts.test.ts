import { describe, expect, test } from '@jest/globals';
import { deleteDrafts, draftTo as storedDraft } from '#functions/storage/conversations/drafts.ts';
import { userKey } from '#functions/storage/keys.ts';
import { remove, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DELETED_NAME } from '#shared/rules/accounts/deleted-account.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { JPEG } from '../../support/file-fixtures.ts';
import { PRICE } from '../../support/orders.ts';
import { blockedNow, newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Drafts of unsent messages: one per sender and recipient, kept for thirty days, on every device. */

const world = worldOfFile();

const someone = () => newPerson(world);
const pair = async () => [await someone(), await newPerson(world, { price: PRICE })] as const;

test('deleting an account deletes its drafts and no others', async () => {
  const [sender, other] = [await someone(), await someone()];
  const recipients = [
    await newPerson(world, { price: PRICE }),
    await newPerson(world, { price: PRICE }),
  ];
  for (const recipient of recipients) {
    await sender.savesDraft(recipient);
    await other.savesDraft(recipient);
  }
  await deleteDrafts(table, sender.user.id);
  for (const { user } of recipients) {
    expect(await storedDraft(table, sender.user.id, user.id, world.now())).toBeUndefined();
    expect(await storedDraft(table, other.user.id, user.id, world.now())).toBeDefined();
  }
});

describe('saveDraft', () => {
  test('keeps drafts to two people separately', async () => {
    const [sender, ana] = await pair();
    const ben = await newPerson(world, { price: PRICE });
    await sender.savesDraft(ana, { subject: 'To Ana' });
    await sender.savesDraft(ben, { subject: 'To Ben' });
    expect(await sender.draftTo(ana)).toMatchObject({ messageSubject: 'To Ana', version: 1 });
    expect(await sender.draftTo(ben)).toMatchObject({ messageSubject: 'To Ben', version: 1 });
  });

  test('stores text that is too short to send, and increments the version', async () => {
    const [sender, ana] = await pair();
    const first = await sender.savesDraft(ana, { subject: 'D', text: '' });
    expect(first).toMatchObject({ version: 1, messageSubject: 'D', messageText: '' });
    const second = await sender.savesDraft(ana, { text: '<p>Dear</p>', draft: first });
    expect(second).toMatchObject({
      id: first.id,
      version: 2,
      messageText: '<p>Dear</p>',
    });
    expect(await sender.draftTo(ana)).toEqual(second);
  });

  test('sanitizes the message like a sent one', async () => {
    const [sender, ana] = await pair();
    const messageText = '<p onclick="x()">Dear <b>Ana</b><script>alert(1)</script></p>';
    await sender.savesDraft(ana, { text: messageText });
    expect((await sender.draftTo(ana))?.messageText).toBe('<p>Dear <strong>Ana</strong></p>');
  });

  test('refuses a save over a newer version, and returns the newer one', async () => {
    const [sender, ana] = await pair();
    const phone = await sender.savesDraft(ana);
    await sender.savesDraft(ana, { subject: 'From the laptop', draft: phone });
    const { http, body } = await responseTo(
      sender.savesDraft(ana, { subject: 'From the phone', draft: phone }),
    );
    expect([http, body.status]).toEqual([409, 'DRAFT_CHANGED']);
    expect(body.draft).toEqual(await sender.draftTo(ana));
    expect(body.draft).toMatchObject({ messageSubject: 'From the laptop', version: 2 });
  });

  test('refuses a first save if another device has saved a draft, and returns that draft', async () => {
    const [sender, ana] = await pair();
    await sender.savesDraft(ana, { subject: 'From the laptop' });
    const { body } = await responseTo(sender.savesDraft(ana, { subject: 'From the phone' }));
    expect(body).toMatchObject({
      status: 'DRAFT_CHANGED',
      draft: { messageSubject: 'From the laptop' },
    });
  });

  test('succeeds again if its response was lost', async () => {
    const [sender, ana] = await pair();
    const first = await sender.savesDraft(ana);
    expect(await sender.savesDraft(ana)).toEqual(first);
    const second = await sender.savesDraft(ana, { subject: 'Again', draft: first });
    expect(await sender.savesDraft(ana, { subject: 'Again', draft: first })).toEqual(second);
  });

  test('refuses to restore a discarded draft', async () => {
    const [sender, ana] = await pair();
    const ref = await sender.savesDraft(ana);
    await sender.discardsDraft(ana, ref);
    const { body } = await responseTo(
      sender.savesDraft(ana, { subject: 'More words', draft: ref }),
    );
    expect(body).toMatchObject({ status: 'DRAFT_CHANGED', draft: null });
    expect(await sender.draftTo(ana)).toBeUndefined();
  });

  test('keeps one of two concurrent first saves and refuses the other', async () => {
    const [sender, ana] = await pair();
    const subjects = ['From the phone', 'From the laptop'];
    const answers = await Promise.all(
      subjects.map((messageSubject) =>
        responseTo(sender.savesDraft(ana, { subject: messageSubject })),
      ),
    );
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409]);
  });

  test.each([
    ['nothing at all', { messageSubject: ' ', messageText: '<p></p>' }, 'messageText'],
    ['a subject of 51 characters', { messageSubject: 'x'.repeat(51) }, 'messageSubject'],
    ['a message of 60,001 characters', { messageText: 'x'.repeat(60_001) }, 'messageText'],
    ['an id without a version', { draftId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'draftVersion'],
    ['a recipient that is no id', { recipientId: 'ana' }, 'recipientId'],
  ])('refuses %s', async (_name, more, field) => {
    const [sender, ana] = await pair();
    const { body } = await responseTo(sender.savesDraft(ana, { input: more }));
    expect(body.status).toBe('INVALID_INPUT');
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  test('refuses a draft to oneself and to an unknown person', async () => {
    const sender = await someone();
    await expectRefused(sender.savesDraft(sender), 400, 'INVALID_INPUT');
    const nobody = await newPerson(world, { verified: false });
    await expectRefused(sender.savesDraft(nobody), 404, 'NOT_FOUND');
  });
});

describe('a draft', () => {
  test('is visible to its writer alone', async () => {
    const [sender, ana] = await pair();
    const ref = await sender.savesDraft(ana);
    const stranger = await someone();
    expect(await stranger.draftTo(ana)).toBeUndefined();
    expect((await responseTo(stranger.drafts())).body).toMatchObject({ pageTotal: 0, data: [] });
    await stranger.discardsDraft(ana, ref);
    expect(await sender.draftTo(ana)).toBeDefined();
  });

  test('expires thirty days after its last change', async () => {
    const [sender, ana] = await pair();
    const first = await sender.savesDraft(ana);
    world.advance(20 * DAY);
    const kept = await sender.savesDraft(ana, { subject: 'Changed', draft: first });
    world.advance(30 * DAY - MINUTE);
    expect(await sender.draftTo(ana)).toBeDefined();
    world.advance(2 * MINUTE);
    expect(await sender.draftTo(ana)).toBeUndefined();
    expect((await responseTo(sender.drafts())).body).toMatchObject({ pageTotal: 0, data: [] });
    // The engine has not removed the expired draft yet. A save based on it is refused; a new draft replaces it.
    expect((await responseTo(sender.savesDraft(ana, { draft: kept }))).body).toMatchObject({
      status: 'DRAFT_CHANGED',
      draft: null,
    });
    expect(await sender.savesDraft(ana)).toMatchObject({ version: 1 });
  });
});

describe('deleteDraft', () => {
  test('discards a draft, and gives the same response when repeated', async () => {
    const [sender, ana] = await pair();
    const ref = await sender.savesDraft(ana);
    await sender.discardsDraft(ana, ref);
    await sender.discardsDraft(ana, ref);
    expect(await sender.draftTo(ana)).toBeUndefined();
  });

  test('removes the files of the draft, and none that was sent', async () => {
    const [sender, ana] = await pair();
    const file = await sender.attaches(JPEG, { to: ana });
    const ref = await sender.savesDraft(ana, { attachments: [file] });
    await sender.discardsDraft(ana, ref);
    expect((await sender.unsentFiles([file])).data).toEqual([]);
    const sent = await sender.attaches(JPEG, { to: ana });
    const kept = await sender.savesDraft(ana, { attachments: [sent] });
    const order = await sender.pays(ana, { card: 'pm_card_visa', attachments: [sent] });
    await sender.discardsDraft(ana, kept);
    expect((await ana.fileLinks(order)).data).toMatchObject([{ id: sent }]);
  });

  test('refuses to discard a newer version than the caller’s', async () => {
    const [sender, ana] = await pair();
    const ref = await sender.savesDraft(ana);
    await sender.savesDraft(ana, { subject: 'Newer', draft: ref });
    const { body } = await responseTo(sender.discardsDraft(ana, ref));
    expect(body).toMatchObject({ status: 'DRAFT_CHANGED', draft: { messageSubject: 'Newer' } });
    expect(await sender.draftTo(ana)).toMatchObject({ messageSubject: 'Newer' });
  });
});

describe('viewDrafts', () => {
  test('lists drafts by their last change, with the current name of each recipient', async () => {
    const [sender, ana] = await pair();
    const ben = await newPerson(world, { price: PRICE, paidResponseCommitment: 0 });
    const toAna = await sender.savesDraft(ana);
    world.advance(1_000);
    await sender.savesDraft(ben, { subject: '', text: '<p>Dear Ben, I …</p>' });
    world.advance(1_000);
    await sender.savesDraft(ana, { subject: 'Moved up', draft: toAna });
    const { body } = await responseTo(sender.drafts());
    expect(body.pageTotal).toBe(2);
    expect(body.data).toMatchObject([
      {
        recipientId: ana.user.id,
        recipientName: ana.user.fullName,
        messageSubject: 'Moved up',
        version: 2,
        acceptsMessages: true,
      },
      { recipientId: ben.user.id, excerpt: 'Dear Ben, I …', acceptsMessages: false },
    ]);
    expect(body.data[0]).not.toHaveProperty('messageText');
  });

  test('returns the same pages by cursor and by skip', async () => {
    const sender = await someone();
    for (let made = 0; made < 23; made += 1) {
      world.advance(10);
      await sender.savesDraft(await newPerson(world, { price: PRICE }), {
        subject: `Letter ${made}`,
      });
    }
    const first = (await responseTo(sender.drafts())).body;
    expect([first.pageTotal, first.data.length]).toEqual([23, 20]);
    expect(first.data[0].messageSubject).toBe('Letter 22');
    const second = (await responseTo(sender.drafts({ input: { cursor: first.cursor } }))).body;
    expect(second.data.map((row: { messageSubject: string }) => row.messageSubject)).toEqual([
      'Letter 2',
      'Letter 1',
      'Letter 0',
    ]);
    expect(second.cursor).toBeUndefined();
    expect((await responseTo(sender.drafts({ input: { skip: 20 } }))).body.data).toEqual(
      second.data,
    );
    expect((await responseTo(sender.drafts({ input: { skip: 40 } }))).body).toMatchObject({
      pageTotal: 23,
      data: [],
    });
    await expectRefused(sender.drafts({ input: { cursor: 'nonsense' } }), 400, 'INVALID_INPUT');
  });

  test('lists drafts to deleted accounts, and accepts changes to them', async () => {
    const [sender, ana] = await pair();
    const gone = await newPerson(world, { price: PRICE });
    const ref = await sender.savesDraft(gone);
    await sender.savesDraft(ana);
    await table.write(remove(userKey(gone.user.id)));
    const { body } = await responseTo(sender.drafts());
    expect(body.data).toHaveLength(2);
    expect(body.data).toContainEqual(
      expect.objectContaining({
        recipientId: gone.user.id,
        recipientName: DELETED_NAME,
        recipientAvatarUrl: null,
        acceptsMessages: false,
      }),
    );
    await sender.savesDraft(gone, { subject: 'Still here', draft: ref });
  });

  test('says that no messages are accepted between two people of whom one blocks the other', async () => {
    const [sender, ana] = await pair();
    const ben = await newPerson(world, { price: PRICE });
    for (const recipient of [ana, ben]) await sender.savesDraft(recipient);
    await ana.blocks(sender);
    await sender.blocks(ben);
    const accepted = async () =>
      (await responseTo(sender.drafts())).body.data.map(
        ({ acceptsMessages }: { acceptsMessages: boolean }) => acceptsMessages,
      );
    expect(await accepted()).toEqual([false, false]);
    await ana.unblocks(sender);
    await sender.unblocks(ben);
    expect(await accepted()).toEqual([true, true]);
  });

  test('says that a blocked recipient accepts no messages', async () => {
    const [sender, ana] = await pair();
    await sender.savesDraft(ana);
    await blockedNow(world, ana);
    expect((await responseTo(sender.drafts())).body.data).toMatchObject([
      { acceptsMessages: false },
    ]);
  });
});
