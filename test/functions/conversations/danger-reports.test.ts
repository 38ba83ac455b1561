import { expect, test } from '@jest/globals';
import { casesAboutPerson } from '#functions/storage/desk/cases.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { expectLedgerMatchesStripe } from '../../support/money.ts';
import { pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Reports of a pending message whose writer may be in danger. docs/product/conversations.md#reporting */

const world = worldOfFile();

const casesAbout = ({ user }: { readonly user: { readonly id: string } }) =>
  casesAboutPerson(table, user.id, 'REPORT', 10);

test('reportInbox with SUICIDE_SELFINJURY opens an urgent case that quotes the message, and refunds its sender', async () => {
  const { sender, recipient, order } = await pendingOrder(world);
  const input = {
    inboxId: order.id,
    reasonCode: 'SUICIDE_SELFINJURY',
    additionalInformation: 'Hurry.',
  };
  expect((await responseTo(recipient.calls('reportInbox', input))).http).toBe(200);
  expect(await casesAbout(sender)).toMatchObject([
    {
      kind: 'REPORT',
      harm: 3,
      reason: 'SUICIDE_SELFINJURY',
      text: 'Hurry.',
      openedBy: recipient.user.id,
      userId: sender.user.id,
      subject: { type: 'MESSAGE', within: order.id },
      quotes: [{ userId: sender.user.id, text: expect.stringMatching(/./) }],
    },
  ]);
  expect(await sender.sees(order)).toMatchObject({ status: 'REPORTED' });
  await expectLedgerMatchesStripe(world);
});

test('the tile of danger shows that case, and a moderator decides it', async () => {
  const { sender, recipient, order } = await pendingOrder(world);
  await recipient.reportsLetter(order, { reason: 'SUICIDE_SELFINJURY' });
  const [one] = (await casesAbout(sender)) as [Case];
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const { body } = await responseTo(staff.queue({ tile: 'DANGER' }));
  expect(body.data.map((row: { id: string }) => row.id)).toContain(one.id);
  expect(body.data[0].harm).toBe(3);
  const ruling = { outcome: 'REJECTED' };
  await expectRefused(staff.decidesCase(one, ruling), 403, 'FORBIDDEN');
  await staff.looksAtCase(one, { reason: 'I decide this report.' });
  await staff.decidesCase(one, ruling);
});

test('reportInbox, repeated with its key, opens no second case', async () => {
  const { sender, recipient, id } = await pendingOrder(world);
  const again = () =>
    responseTo(
      recipient.calls(
        'reportInbox',
        { inboxId: id, reasonCode: 'SUICIDE_SELFINJURY' },
        { key: `danger-${id}` },
      ),
    );
  expect([(await again()).http, (await again()).http]).toEqual([200, 200]);
  expect(await casesAbout(sender)).toHaveLength(1);
});

test('reportContent adds nothing to the open case of the same message', async () => {
  const { sender, recipient, order } = await pendingOrder(world);
  await recipient.reportsLetter(order, { reason: 'SUICIDE_SELFINJURY' });
  const [one] = await casesAbout(sender);
  const subject = { subjectType: 'MESSAGE', subjectId: one?.subject.id, within: order.id };
  const { body } = await responseTo(
    recipient.calls('reportContent', { ...subject, reasonCode: 'SUICIDE_SELFINJURY', text: '' }),
  );
  expect(body).toMatchObject({ alreadyOpen: true });
  expect(await casesAbout(sender)).toHaveLength(1);
});

test.each(['NOT_ME', 'IGNORE', 'SPAM_PHISHING'])(
  'reportInbox with %s opens no case',
  async (reason) => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.reportsLetter(order, { reason });
    expect(await casesAbout(sender)).toEqual([]);
  },
);
