import { describe, expect, test } from '@jest/globals';
import { deleteDrafts, draftTo as storedDraft } from '#functions/storage/conversations/drafts.ts';
import { userKey } from '#functions/storage/keys.ts';
import { remove, table } from '#functions/storage/table.ts';
import { DELETED_NAME } from '#shared/rules/accounts/deleted-account.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { deleteDraftOf, draftBetween, draftTo, listOf, refOf, save } from '../../support/drafts.ts';
import { PRICE } from '../../support/orders.ts';
import { blockedNow, newPerson, signedInAgain } from '../../support/people.ts';
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
    await draftTo(sender, recipient);
    await draftTo(other, recipient);
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
    await save(sender, ana, { messageSubject: 'To Ana' });
    await save(sender, ben, { messageSubject: 'To Ben' });
    expect(await draftBetween(sender, ana)).toMatchObject({ messageSubject: 'To Ana', version: 1 });
    expect(await draftBetween(sender, ben)).toMatchObject({ messageSubject: 'To Ben', version: 1 });
  });

  test('stores text that is too short to send, and increments the version', async () => {
    const [sender, ana] = await pair();
    const first = await save(sender, ana, { messageSubject: 'D', messageText: '' });
    expect(first.body.data[0]).toMatchObject({ version: 1, messageSubject: 'D', messageText: '' });
    const second = await save(sender, ana, { messageText: '<p>Dear</p>', ...refOf(first) });
    expect(second.body.data[0]).toMatchObject({
      id: first.body.data[0].id,
      version: 2,
      messageText: '<p>Dear</p>',
    });
    expect(await draftBetween(sender, ana)).toEqual(second.body.data[0]);
  });

  test('sanitizes the message like a sent one', async () => {
    const [sender, ana] = await pair();
    const messageText = '<p onclick="x()">Dear <b>Ana</b><script>alert(1)</script></p>';
    await save(sender, ana, { messageText });
    expect((await draftBetween(sender, ana)).messageText).toBe('<p>Dear <strong>Ana</strong></p>');
  });

  test('refuses a save over a newer version, and returns the newer one', async () => {
    const [sender, ana] = await pair();
    const phone = await draftTo(sender, ana);
    await save(sender, ana, { messageSubject: 'From the laptop', ...phone });
    const { http, body } = await save(sender, ana, { messageSubject: 'From the phone', ...phone });
    expect([http, body.status]).toEqual([409, 'DRAFT_CHANGED']);
    expect(body.draft).toEqual(await draftBetween(sender, ana));
    expect(body.draft).toMatchObject({ messageSubject: 'From the laptop', version: 2 });
  });

  test('refuses a first save if another device has saved a draft, and returns that draft', async () => {
    const [sender, ana] = await pair();
    await save(sender, ana, { messageSubject: 'From the laptop' });
    const { body } = await save(sender, ana, { messageSubject: 'From the phone' });
    expect(body).toMatchObject({
      status: 'DRAFT_CHANGED',
      draft: { messageSubject: 'From the laptop' },
    });
  });

  test('succeeds again if its response was lost', async () => {
    const [sender, ana] = await pair();
    const first = await save(sender, ana);
    expect((await save(sender, ana)).body).toEqual(first.body);
    const second = await save(sender, ana, { messageSubject: 'Again', ...refOf(first) });
    const again = await save(sender, ana, { messageSubject: 'Again', ...refOf(first) });
    expect(again.body).toEqual(second.body);
  });

  test('refuses to restore a discarded draft', async () => {
    const [sender, ana] = await pair();
    const ref = await draftTo(sender, ana);
    await deleteDraftOf(sender, ana, ref);
    const { body } = await save(sender, ana, { messageSubject: 'More words', ...ref });
    expect(body).toMatchObject({ status: 'DRAFT_CHANGED', draft: null });
    expect(await draftBetween(sender, ana)).toBeUndefined();
  });

  test('keeps one of two concurrent first saves and refuses the other', async () => {
    const [sender, ana] = await pair();
    const subjects = ['From the phone', 'From the laptop'];
    const answers = await Promise.all(
      subjects.map((messageSubject) => save(sender, ana, { messageSubject })),
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
    const { body } = await save(sender, ana, more);
    expect(body.status).toBe('INVALID_INPUT');
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  test('refuses a draft to oneself and to an unknown person', async () => {
    const sender = await someone();
    expect((await save(sender, sender)).body.status).toBe('INVALID_INPUT');
    const nobody = await newPerson(world, { verified: false });
    expect((await save(sender, nobody)).body.status).toBe('NOT_FOUND');
  });
});

describe('a draft', () => {
  test('is visible to its writer alone', async () => {
    const [sender, ana] = await pair();
    const ref = await draftTo(sender, ana);
    const stranger = await someone();
    expect(await draftBetween(stranger, ana)).toBeUndefined();
    expect((await listOf(stranger)).body).toMatchObject({ pageTotal: 0, data: [] });
    await deleteDraftOf(stranger, ana, ref);
    expect(await draftBetween(sender, ana)).toBeDefined();
  });

  test('expires thirty days after its last change', async () => {
    const [sender, ana] = await pair();
    const first = await draftTo(sender, ana);
    world.advance(20 * DAY);
    const kept = await save(await signedInAgain(world, sender), ana, {
      messageSubject: 'Changed',
      ...first,
    });
    world.advance(30 * DAY - MINUTE);
    expect(await draftBetween(await signedInAgain(world, sender), ana)).toBeDefined();
    world.advance(2 * MINUTE);
    const later = await signedInAgain(world, sender);
    expect(await draftBetween(later, ana)).toBeUndefined();
    expect((await listOf(later)).body).toMatchObject({ pageTotal: 0, data: [] });
    // The engine has not removed the expired draft yet. A save based on it is refused; a new draft replaces it.
    expect((await save(later, ana, { ...refOf(kept) })).body).toMatchObject({
      status: 'DRAFT_CHANGED',
      draft: null,
    });
    expect((await save(later, ana)).body.data[0]).toMatchObject({ version: 1 });
  });
});

describe('deleteDraft', () => {
  test('discards a draft, and gives the same response when repeated', async () => {
    const [sender, ana] = await pair();
    const ref = await draftTo(sender, ana);
    expect((await deleteDraftOf(sender, ana, ref)).body.status).toBe('SUCCESS');
    expect((await deleteDraftOf(sender, ana, ref)).body.status).toBe('SUCCESS');
    expect(await draftBetween(sender, ana)).toBeUndefined();
  });

  test('refuses to discard a newer version than the caller’s', async () => {
    const [sender, ana] = await pair();
    const ref = await draftTo(sender, ana);
    await save(sender, ana, { messageSubject: 'Newer', ...ref });
    const { body } = await deleteDraftOf(sender, ana, ref);
    expect(body).toMatchObject({ status: 'DRAFT_CHANGED', draft: { messageSubject: 'Newer' } });
    expect(await draftBetween(sender, ana)).toMatchObject({ messageSubject: 'Newer' });
  });
});

describe('viewDrafts', () => {
  test('lists drafts by their last change, with the current name of each recipient', async () => {
    const [sender, ana] = await pair();
    const ben = await newPerson(world, { price: PRICE, paidResponseCommitment: 0 });
    const toAna = await draftTo(sender, ana);
    world.advance(1_000);
    await save(sender, ben, { messageSubject: '', messageText: '<p>Dear Ben, I …</p>' });
    world.advance(1_000);
    await save(sender, ana, { messageSubject: 'Moved up', ...toAna });
    const { body } = await listOf(sender);
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
      await save(sender, await newPerson(world, { price: PRICE }), {
        messageSubject: `Letter ${made}`,
      });
    }
    const first = (await listOf(sender)).body;
    expect([first.pageTotal, first.data.length]).toEqual([23, 20]);
    expect(first.data[0].messageSubject).toBe('Letter 22');
    const second = (await listOf(sender, { cursor: first.cursor })).body;
    expect(second.data.map((row: { messageSubject: string }) => row.messageSubject)).toEqual([
      'Letter 2',
      'Letter 1',
      'Letter 0',
    ]);
    expect(second.cursor).toBeUndefined();
    expect((await listOf(sender, { skip: 20 })).body.data).toEqual(second.data);
    expect((await listOf(sender, { skip: 40 })).body).toMatchObject({ pageTotal: 23, data: [] });
    expect((await listOf(sender, { cursor: 'nonsense' })).body.status).toBe('INVALID_INPUT');
  });

  test('lists drafts to deleted accounts, and accepts changes to them', async () => {
    const [sender, ana] = await pair();
    const gone = await newPerson(world, { price: PRICE });
    const ref = await draftTo(sender, gone);
    await draftTo(sender, ana);
    await table.write(remove(userKey(gone.user.id)));
    const { body } = await listOf(sender);
    expect(body.data).toHaveLength(2);
    expect(body.data).toContainEqual(
      expect.objectContaining({
        recipientId: gone.user.id,
        recipientName: DELETED_NAME,
        recipientAvatarUrl: null,
        acceptsMessages: false,
      }),
    );
    expect((await save(sender, gone, { messageSubject: 'Still here', ...ref })).http).toBe(200);
  });

  test('says that no messages are accepted between two people of whom one blocks the other', async () => {
    const [sender, ana] = await pair();
    const ben = await newPerson(world, { price: PRICE });
    for (const recipient of [ana, ben]) await draftTo(sender, recipient);
    await ana.blocks(sender);
    await sender.blocks(ben);
    const accepted = async () =>
      (await listOf(sender)).body.data.map(
        ({ acceptsMessages }: { acceptsMessages: boolean }) => acceptsMessages,
      );
    expect(await accepted()).toEqual([false, false]);
    await ana.unblocks(sender);
    await sender.unblocks(ben);
    expect(await accepted()).toEqual([true, true]);
  });

  test('says that a blocked recipient accepts no messages', async () => {
    const [sender, ana] = await pair();
    await draftTo(sender, ana);
    await blockedNow(world, ana);
    expect((await listOf(sender)).body.data).toMatchObject([{ acceptsMessages: false }]);
  });
});
