import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { handler as deleteAccounts } from '#functions/jobs/deleteAccounts.ts';
import { removeAllAttachments } from '#functions/storage/attachments/attachments.ts';
import { attachmentKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { JPEG, PNG, pdfFile, pdfOf } from '../../support/file-fixtures.ts';
import { answeredOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Attachments of letters, answers and replies. docs/product/attachments.md */

const world = worldOfFile();

async function two() {
  return {
    ben: await newPerson(world),
    ana: await newPerson(world, { price: PRICE }),
  };
}

const runJob = () => deleteAccounts({}, lambdaContext());
const filesOf = (id: string) => world.media.keysWith(`attachments/${id}/`);
const stored = (person: Person, id: string) =>
  table.get<{ state: string; sentIn?: string; gsi5sk?: string }>(attachmentKey(person.id, id));

describe('a letter', () => {
  test('has the pictures and PDFs that it was sent with, for both of its people', async () => {
    const { ben, ana } = await two();
    const picture = await ben.attaches(JPEG, { to: ana });
    const pdf = await ben.attaches(pdfFile(await pdfOf('One')), { to: ana });
    const order = await ben.pays(ana, { card: 'pm_card_visa', attachments: [picture, pdf] });
    const [letter] = (await ana.readsInbox(order)).data;
    expect(letter?.attachments).toMatchObject([
      { id: picture, kind: 'picture', name: 'north wall.jpg', width: 64, height: 48 },
      { id: pdf, kind: 'pdf', name: 'report.pdf', pages: 1 },
    ]);
    for (const person of [ben, ana]) {
      const links = (await person.fileLinks(order)).data;
      expect(links.map(({ id }) => id)).toEqual([picture, pdf]);
      const [shown] = links;
      const response = await fetch(shown?.url ?? '');
      const content = Buffer.from(await response.arrayBuffer());
      const hash = createHash('sha256').update(content).digest('base64url');
      expect(hash).toBe(letter?.attachments?.[0]?.sha256);
      expect(response.headers.get('content-type')).toBe('image/jpeg');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      const saved = await fetch(links[1]?.downloadUrl ?? '');
      expect(saved.headers.get('content-disposition')).toContain('filename="report.pdf"');
    }
    expect((await ben.unsentFiles([picture])).data).toEqual([]);
    const stranger = await newPerson(world);
    await expectRefused(stranger.fileLinks(order), 404, 'NOT_FOUND');
  });

  test('is not begun with a file that is not ready, and nothing is charged', async () => {
    const { ben, ana } = await two();
    const { attachmentId } = await ben.choosesFile({ ...JPEG, bytes: 9 } as never, { to: ana });
    const pays = () => ben.pays(ana, { card: 'pm_card_visa', attachments: [attachmentId] });
    await expectRefused(pays(), 409, 'ATTACHMENTS_NOT_READY');
    const broken = await ben.attaches({ ...JPEG, content: PNG.content.slice(0, 50) }, { to: ana });
    await expectRefused(
      ben.pays(ana, { card: 'pm_card_visa', attachments: [broken] }),
      409,
      'ATTACHMENTS_NOT_READY',
    );
    expect((await ben.outbox()).data).toEqual([]);
  });

  test('cannot have a file of another person, for another person, or of another letter', async () => {
    const { ben, ana } = await two();
    const other = await newPerson(world, { price: PRICE });
    const foreign = await other.attaches(JPEG, { to: ana });
    const elsewhere = await ben.attaches(JPEG, { to: other });
    const sent = await ben.attaches(JPEG, { to: ana });
    await ben.pays(ana, { card: 'pm_card_visa', attachments: [sent] });
    const third = await newPerson(world, { price: PRICE });
    for (const id of [foreign, elsewhere, sent])
      await expectRefused(
        ben.pays(third, { card: 'pm_card_visa', attachments: [id] }),
        409,
        'ATTACHMENTS_NOT_READY',
      );
    await expectRefused(ben.removesFile(sent), 409, 'WRONG_STATUS');
  });

  test('has at most four pictures and PDFs', async () => {
    const { ben, ana } = await two();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await ben.attaches(PNG, { to: ana }));
    await expectRefused(
      ben.pays(ana, { card: 'pm_card_visa', attachments: ids }),
      400,
      'INVALID_INPUT',
    );
  });

  test('whose payment fails gives its files back, and the next one has them', async () => {
    const { ben, ana } = await two();
    const id = await ben.attaches(JPEG, { to: ana });
    await expectRefused(
      ben.pays(ana, { card: 'pm_card_chargeDeclined', attachments: [id] }),
      402,
      'CARD_DECLINED',
    );
    expect((await ben.unsentFiles([id])).data).toMatchObject([{ id, state: 'ready' }]);
    const order = await ben.pays(ana, { card: 'pm_card_visa', attachments: [id] });
    expect(await stored(ben, id)).toMatchObject({ sentIn: order.id });
  });

  test('takes its files once, although the reply is lost and the call is repeated', async () => {
    const { ben, ana } = await two();
    const id = await ben.attaches(JPEG, { to: ana });
    const { result: order } = await world.losingTheReply((key) =>
      ben.pays(ana, { card: 'pm_card_visa', attachments: [id], key }),
    );
    expect(await stored(ben, id)).toMatchObject({ sentIn: order.id });
  });

  test('either has its files or is not there, wherever the process stops', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const { ben, ana } = await two();
      const id = await ben.attaches(JPEG, { to: ana });
      const pays = () => ben.pays(ana, { card: 'pm_card_visa', attachments: [id], key: 'once' });
      await crash(pays);
      const order = await pays();
      expect(await stored(ben, id)).toMatchObject({ sentIn: order.id });
      expect((await ana.fileLinks(order)).data).toMatchObject([{ id }]);
    });
  });

  test('and the removal of its file exclude each other', async () => {
    await world.racing(async ({ race }) => {
      const { ben, ana } = await two();
      const id = await ben.attaches(JPEG, { to: ana });
      await race(
        async () => {
          await ben.pays(ana, { card: 'pm_card_visa', attachments: [id] }).catch(() => undefined);
        },
        async () => {
          await ben.removesFile(id).catch(() => undefined);
        },
      );
      const { state, sentIn } = (await stored(ben, id)) ?? {};
      expect(state === 'removed').toBe(sentIn === undefined);
      const { data } = await ben.outbox();
      expect(data.length).toBe(state === 'removed' ? 0 : 1);
    });
  });
});

describe('an answer', () => {
  test('has its files and a picture between its paragraphs, and its hash covers them', async () => {
    const order = await pendingOrder(world);
    const { sender, recipient } = order;
    const id = await recipient.attaches(JPEG, { in: order });
    const placedPictures = [{ attachmentId: id, position: 1, caption: 'The north wall' }];
    const answer = await recipient.answers(order, { attachments: [id], placedPictures });
    expect(answer.attachments).toMatchObject([{ id, position: 1, caption: 'The north wall' }]);
    const { statement } = await sender.verifies({ id: answer.written?.verificationId ?? '' });
    expect(statement).toContain(`file: ${answer.attachments?.[0]?.sha256}`);
    const record = await sender.recordOf(order);
    expect(record.entries.flatMap(({ files = [] }) => files)).toMatchObject([
      { name: 'north wall.jpg', sha256: answer.attachments?.[0]?.sha256 },
    ]);
  });

  test('cannot have a placed picture that is not attached', async () => {
    const order = await pendingOrder(world);
    const id = await order.recipient.attaches(JPEG, { in: order });
    await expectRefused(
      order.recipient.answers(order, {
        placedPictures: [{ attachmentId: id, position: 1, caption: '' }],
      }),
      400,
      'INVALID_INPUT',
    );
  });

  test('can be followed by free replies with files, from both sides', async () => {
    const order = await answeredOrder(world);
    for (const person of [order.sender, order.recipient]) {
      const id = await person.attaches(PNG, { in: order });
      const { attachments } = await person.writes(order, { attachments: [id] });
      expect(attachments).toMatchObject([{ id }]);
    }
    expect((await order.sender.fileLinks(order)).data).toHaveLength(2);
  });
});

test('the links of a conversation are in the order of its messages, and cost as many requests for many messages', async () => {
  const order = await answeredOrder(world);
  const { sender, recipient } = order;
  const ids: string[] = [];
  const attach = async (person: Person) => {
    const id = await person.attaches(PNG, { in: order });
    await person.writes(order, { attachments: [id] });
    ids.push(id);
  };
  const open = () => metered(() => sender.fileLinks(order));
  await attach(recipient);
  // The first call reads what a function keeps in memory.
  await open();
  const one = await open();
  for (const person of [sender, recipient, recipient]) await attach(person);
  const many = await open();
  expect(many.result.data.map(({ id }) => id)).toEqual(ids);
  expect(many.cost.calls).toBe(one.cost.calls);
});

describe('the deletion', () => {
  test('of an attachment deletes its files minutes later', async () => {
    const { ben, ana } = await two();
    const id = await ben.attaches(JPEG, { to: ana });
    expect(filesOf(id)).toHaveLength(2);
    await ben.removesFile(id);
    world.advance(3 * MINUTE);
    await runJob();
    expect(filesOf(id)).toEqual([]);
    expect(await stored(ben, id)).toBeUndefined();
  });

  test('of one that was never sent follows after 30 days, later while a draft has it', async () => {
    const { ben, ana } = await two();
    const [lost, drafted] = [
      await ben.attaches(JPEG, { to: ana }),
      await ben.attaches(PNG, { to: ana }),
    ];
    world.advance(20 * DAY);
    await ben.savesDraft(ana, { attachments: [drafted] });
    world.advance(11 * DAY);
    await runJob();
    world.advance(3 * MINUTE);
    await runJob();
    expect(filesOf(lost)).toEqual([]);
    expect(filesOf(drafted)).toHaveLength(2);
    world.advance(20 * DAY);
    await runJob();
    world.advance(3 * MINUTE);
    await runJob();
    expect(filesOf(drafted)).toEqual([]);
  });

  test('of an account deletes the files that its person sent, and the record keeps their hashes', async () => {
    const { ben, ana } = await two();
    const id = await ben.attaches(JPEG, { to: ana });
    const order = await ben.pays(ana, { card: 'pm_card_visa', attachments: [id] });
    const [letter] = (await ana.readsInbox(order)).data;
    const { sha256 } = letter?.attachments?.[0] ?? {};
    await removeAllAttachments(table, ben.id, world.now());
    expect((await ana.fileLinks(order)).data).toEqual([]);
    world.advance(3 * MINUTE);
    await runJob();
    expect(filesOf(id)).toEqual([]);
    const { entries } = await ana.recordOf(order);
    expect(entries.flatMap(({ files = [] }) => files)).toMatchObject([
      { kind: 'picture', name: 'north wall.jpg', sha256 },
    ]);
  });

  test('of one that was sent does not follow, however long it is there', async () => {
    const { ben, ana } = await two();
    const id = await ben.attaches(JPEG, { to: ana });
    await ben.pays(ana, { card: 'pm_card_visa', attachments: [id] });
    world.advance(60 * DAY);
    await runJob();
    expect(filesOf(id)).toHaveLength(2);
  });
});
