import { expect, test } from '@jest/globals';
import { userById } from '#functions/storage/accounts/users.ts';
import { passkeysOf } from '#functions/storage/auth/passkeys.ts';
import { groupIdsOf } from '#functions/storage/chat/chat-members.ts';
import { allAnswerDraftsOf } from '#functions/storage/conversations/answer-drafts.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { allDraftsOf } from '#functions/storage/conversations/drafts.ts';
import { savedRepliesOf } from '#functions/storage/conversations/saved-replies.ts';
import {
  attachmentPartition,
  roomKey,
  SECURITY_STEP_PREFIX,
  userPartition,
} from '#functions/storage/keys.ts';
import { linksOf } from '#functions/storage/links/links.ts';
import { allItems } from '#functions/storage/list-position.ts';
import { countMessage } from '#functions/storage/profiles/analytics.ts';
import { table } from '#functions/storage/table.ts';
import { analyticsPartition, countedMessagesPartition } from '#functions/storage/visit-keys.ts';
import { cents } from '#shared/money.ts';
import type { Room } from '#shared/rules/chat/chats.ts';
import { HOUR } from '#shared/time.ts';
import {
  completeDeletions,
  requestDueDeletion,
  runDeleteAccounts,
} from '../../support/account-deletions.ts';
import { seedContacts } from '../../support/chats.ts';
import { intentOf, operator } from '../../support/disputes.ts';
import { JPEG } from '../../support/file-fixtures.ts';
import { dataUrlOf, pngOf } from '../../support/image-fixtures.ts';
import { expectLedgerMatchesStripe, runSchedules } from '../../support/money.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { PRICE } from '../../support/orders.ts';
import { withPasskey } from '../../support/passkeys.ts';
import { newPerson, type Person, personOf } from '../../support/people.ts';
import { deliverWebhooks, onPlan, subscriptionsOf } from '../../support/plans.ts';
import { formOf } from '../../support/profiles.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What a deletion removes, also if its process dies: the next runs complete it. docs/product/accounts.md#deleting-your-account */

const world = worldOfFile();

const picture = dataUrlOf(pngOf(4, 4));

/** Creates a person with everything that a deletion ends or removes. */
async function equippedPerson() {
  const offer = { paidResponsePrice: cents(PRICE), paidResponseCommitment: 100 };
  const registered = await onPlan(world, 'STARTER', offer);
  const user = await userById(table, registered.user.id, world.now());
  if (!user) throw new Error('no account');
  // The access token names the plan, so a new one is needed.
  const person = await personOf(world, user);
  await withPasskey(person);
  await person.uploadsPortrait(picture);
  const userBio = `<p>Roses.</p><img src="${picture}"><p>And</p><img src="${picture}">`;
  await person.editsProfile(formOf(person, { userBio }));
  for (const name of ['Home', 'Shop']) await person.addsLink(name);
  await person.keepsReply({ title: 'Thanks', text: '<p>Thanks.</p>' });
  const friend = await newPerson(world, { licenseId: 'STARTER' });
  await seedContacts(world, person, [friend]);
  const group = await person.opensGroup([friend]);
  const recipient = await newPerson(world, { price: PRICE });
  await person.savesDraft(await newPerson(world, { price: PRICE }));
  const attached = await person.attaches(JPEG, { to: recipient });
  const sent = (await person.pays(recipient, { attachments: [attached] })).id;
  const received = (await friend.pays(person, { card: 'pm_card_visa' })).id;
  const unsent = await person.attaches(JPEG, { in: { id: received } });
  await person.savesAnswerDraft({ id: received }, { attachments: [unsent] });
  await countMessage(table, received, world.now());
  return { ...person, friend, group, sent, received, attachmentIds: [attached, unsent] };
}

type Equipped = Awaited<ReturnType<typeof equippedPerson>>;

const mediaOf = ({ user }: Person) =>
  ['avatars', 'bios'].flatMap((folder) => world.media.keysWith(`${folder}/${user.id}`));

const analyticsOf = async ({ user }: Person) => {
  const partitions = [analyticsPartition(user.id), countedMessagesPartition(user.id)];
  const found = await Promise.all(partitions.map((partition) => table.query({ partition })));
  return found.flatMap(({ items }) => items);
};

const securityStepsOf = ({ user }: Person) =>
  allItems(table, { partition: userPartition(user.id), prefix: SECURITY_STEP_PREFIX });

/** Everything of a person that a deletion removes, as far as it has an item or a file of its own. */
async function remainsOf(person: Equipped) {
  const { id } = person.user;
  return {
    links: (await linksOf(table, id)).length,
    groups: (await groupIdsOf(table, id)).length,
    drafts: (await allDraftsOf(table, id, world.now())).length,
    answerDrafts: (await allAnswerDraftsOf(table, id, world.now())).length,
    savedReplies: (await savedRepliesOf(table, id)).length,
    passkeys: (await passkeysOf(table, id)).length,
    securitySteps: (await securityStepsOf(person)).length,
    analytics: (await analyticsOf(person)).length,
    pictures: mediaOf(person).length,
    attachments: (await allItems(table, { partition: attachmentPartition(id) })).length,
    files: person.attachmentIds.flatMap((one) => world.media.keysWith(`attachments/${one}/`))
      .length,
  };
}

const statusOf = async (id: string) => (await conversationById(table, id, world.now()))?.status;

/** Checks that both waiting messages ended, and that neither is paid. */
async function expectMessagesWithdrawn({ sent, received }: Equipped): Promise<void> {
  expect([await statusOf(sent), await statusOf(received)]).toEqual(['CANCELLED', 'EXPIRED']);
  for (const id of [sent, received]) expect(intentOf(world, id).status).toBe('canceled');
}

/** Checks that the plan does not renew, and that no card is left at Stripe. */
async function expectPlanEnded(customer: string): Promise<void> {
  const [plan] = subscriptionsOf(world).filter((one) => one.customer === customer);
  expect(plan?.cancel_at_period_end).toBe(true);
  const stripe = await operator(world);
  expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
}

test('an interrupted deletion completes with the next runs, leaves nothing behind, and does nothing twice', async () => {
  await world.crashingAtEveryWrite(async ({ crash }) => {
    const person = await equippedPerson();
    const before = await remainsOf(person);
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
    await requestDueDeletion(world, person);
    await crash(() => completeDeletions(world));
    world.advance(HOUR);
    await completeDeletions(world);
    // The files go once no call from before the deletion can be running.
    world.advance(HOUR);
    await runDeleteAccounts();
    await deliverWebhooks(world);
    expect(await userById(table, person.user.id, world.now())).toMatchObject({
      deletedAt: expect.any(Number),
      fullName: 'Deleted account',
      bio: '',
    });
    for (const [what, count] of Object.entries(await remainsOf(person)))
      expect([what, count]).toEqual([what, 0]);
    await expectMessagesWithdrawn(person);
    await expectPlanEnded(person.user.stripeCustomerId ?? '');
    const room = await table.get<Room>(roomKey(person.group.id));
    expect(Object.keys(room?.members ?? {})).toEqual([person.friend.user.id]);
    const entries = await auditEntriesAbout(world, person.user.id);
    expect(entries.map(({ outcome }) => outcome)).toEqual([
      'The account is blocked.',
      'The account is deleted.',
    ]);
    for (const id of [person.sent, person.received])
      expect(await auditEntriesAbout(world, id)).toHaveLength(1);
  });
  await runSchedules();
  await deliverWebhooks(world);
  await expectLedgerMatchesStripe(world);
});
