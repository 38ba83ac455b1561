import { describe, expect, test } from '@jest/globals';
import { handler as endBlockedConversations } from '#functions/events/endBlockedConversations.ts';
import {
  listThanks,
  shownSentencesOf,
  shownThanksBy,
} from '#functions/storage/conversations/thanks.ts';
import { changeBalance } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { cents } from '#shared/money.ts';
import { THANKS_CHOICES } from '#shared/rules/conversations/thanks.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import {
  completeDeletions,
  requestDueDeletion,
  runDeleteAccounts,
} from '../../support/account-deletions.ts';
import { lambdaContext } from '../../support/call.ts';
import { newestDomainEvent } from '../../support/domain-events.ts';
import { postAllEvents } from '../../support/money.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Thank-yous on the profile of whoever answered. docs/product/conversations.md#thanks */

const world = worldOfFile();

const SENTENCE = 'The clerk took the copy, stamped the receipt, and I slept.';

type Order = { readonly id: string };

async function answered() {
  const { sender: ben, recipient: ana, order, intent } = await answeredOrder(world);
  return { ben, ana, order, intent };
}

/** An answered letter whose sender agrees that everybody reads the sentence. */
async function agreed() {
  const scene = await answered();
  await scene.ben.thanks(scene.order, { text: SENTENCE, mayShow: 'NAME' });
  return scene;
}

async function shown() {
  const scene = await agreed();
  await shows(scene.ana, scene.order);
  return scene;
}

const isShownOn = async (ana: Person) => {
  const stranger = await newPerson(world);
  return (await stranger.profileOf(ana.user)).thanks;
};
const seenBy = async (person: Person, { id }: Order, operation: 'viewOrder' | 'viewInbox') =>
  (await person.calls(operation, { id })).data[0].thanks;
const consentAtOf = async (ana: Person, order: Order): Promise<string | undefined> =>
  (await seenBy(ana, order, 'viewInbox')).consent?.at;
/** Shows what the sender said, as the person reads it now. */
const shows = async (ana: Person, order: Order) =>
  ana.showsThanks(order, { consentAt: await consentAtOf(ana, order) });
const rowsOf = async (ana: Person) => (await ana.calls('viewThanks', {})).data;

/** Expects that nothing of a thank-you stands anywhere but with the letter, and that it cannot be shown again. */
async function expectWithdrawn({ ana, ben, order }: Awaited<ReturnType<typeof answered>>) {
  expect(await isShownOn(ana)).toBeUndefined();
  expect(await shownSentencesOf(table, ben.user.id)).toEqual([]);
  expect((await seenBy(ana, order, 'viewInbox'))?.isShown).not.toBe(true);
}

const deliverBlock = async () =>
  endBlockedConversations(
    { detail: await newestDomainEvent(world, 'contact.blocked') } as never,
    lambdaContext(),
  );

describe('the sender of an answered letter', () => {
  test.each([
    ['NO', null],
    ['NAME', { name: 'first' }],
    ['NO_NAME', { name: null }],
  ] as const)('may choose %s, which is stored with its time', async (mayShow, consent) => {
    const { ben, ana, order } = await answered();
    await ben.thanks(order, { text: SENTENCE, mayShow });
    const seen = await seenBy(ana, order, 'viewInbox');
    expect(seen).toMatchObject({ text: SENTENCE, isShown: false });
    if (!consent) return expect(seen.consent).toBeNull();
    const [first] = ben.user.fullName.split(' ');
    expect(seen.consent.name).toBe(consent.name === null ? null : first);
    expect(world.now() - Date.parse(seen.consent.at)).toBeLessThan(MINUTE);
  });

  test('agrees to nothing without a sentence, and with an older page', async () => {
    const { ben, order } = await answered();
    await ben.thanks(order, { mayShow: 'NAME' });
    expect((await seenBy(ben, order, 'viewOrder')).consent).toBeNull();
    await ben.thanks(order, { text: SENTENCE });
    expect((await seenBy(ben, order, 'viewOrder')).consent).toBeNull();
  });

  test('renews the consent with another sentence, which is not shown before the recipient chose it', async () => {
    const scene = await shown();
    const { ben, ana, order } = scene;
    world.advance(DAY);
    await ben.thanks(order, { text: 'You are a fraud.', mayShow: 'NAME' });
    await expectWithdrawn(scene);
    const { at, consent } = await seenBy(ana, order, 'viewInbox');
    expect(Date.parse(consent.at) - Date.parse(at)).toBeGreaterThanOrEqual(DAY);
  });

  test('changes the name under a shown sentence, which stays', async () => {
    const { ben, ana, order } = await shown();
    await ben.thanks(order, { text: SENTENCE, mayShow: 'NO_NAME' });
    expect((await isShownOn(ana))?.shown).toMatchObject([{ text: SENTENCE, name: null }]);
    await ben.thanks(order, { text: SENTENCE, mayShow: 'NO' });
    expect(await isShownOn(ana)).toBeUndefined();
  });

  test('withdraws the consent at any time, and cannot give it again after 30 days', async () => {
    const scene = await shown();
    const { ben, ana, order } = scene;
    world.advance(40 * DAY);
    await ben.withdrawsConsent(order);
    await ben.withdrawsConsent(order);
    await expectWithdrawn(scene);
    expect(await seenBy(ana, order, 'viewInbox')).toMatchObject({ text: SENTENCE, consent: null });
    await expectRefused(
      ben.thanks(order, { text: SENTENCE, mayShow: 'NAME' }),
      409,
      'WRONG_STATUS',
    );
    await expectRefused(ana.showsThanks(order), 409, 'WRONG_STATUS');
  });

  test('takes the thanks back, also from the profile and the figures', async () => {
    const scene = await shown();
    const other = await secondLetterTo(scene.ana);
    await other.sender.thanks(other);
    await scene.ben.takesBackThanks(scene.order);
    await expectWithdrawn(scene);
    expect(await scene.ana.calls('viewThanks', {})).toMatchObject({
      thankedCount: 1,
      paidAnswerCount: 2,
      shownCount: 0,
      pageTotal: 1,
    });
  });

  test('is the only one who may withdraw the consent', async () => {
    const { ana, order } = await shown();
    await expectRefused(ana.withdrawsConsent(order), 403, 'FORBIDDEN');
    const stranger = await newPerson(world);
    await expectRefused(stranger.withdrawsConsent(order), 404, 'NOT_FOUND');
  });
});

/** Another answered letter to somebody, and its sender. */
async function secondLetterTo(ana: Person) {
  const sender = await newPerson(world);
  const { id } = await sender.pays(ana, { card: 'pm_card_visa' });
  await ana.answers({ id });
  await postAllEvents(world);
  return { sender, id };
}

describe('whoever answered', () => {
  test('shows a sentence with its month, a name, and the whole number beside it', async () => {
    const { ben, ana } = await shown();
    await secondLetterTo(ana);
    const month = new Date(world.now()).toISOString().slice(0, 7);
    const [name] = ben.user.fullName.split(' ');
    expect(await isShownOn(ana)).toEqual({
      thankedCount: 1,
      paidAnswerCount: 2,
      shown: [{ id: expect.any(String), text: SENTENCE, name, month }],
    });
  });

  test('shows no figures while nothing is shown, and nothing where others find people', async () => {
    const { ana, order } = await agreed();
    expect(await isShownOn(ana)).toBeUndefined();
    await shows(ana, order);
    const { referralCode } = ana.user;
    expect(await ana.profileOfInviter(referralCode)).not.toHaveProperty('thanks');
    await ana.hidesThanks(order);
    await ana.hidesThanks(order);
    expect(await isShownOn(ana)).toBeUndefined();
    // The consent stays, so it can be shown again.
    await shows(ana, order);
    expect((await isShownOn(ana))?.shown).toHaveLength(1);
  });

  test('sees all thank-yous in four kinds, a page at a time', async () => {
    const { ben, ana, order } = await shown();
    const kinds = [
      { text: 'May be shown.', mayShow: 'NO_NAME' },
      { text: 'Only for Ana.', mayShow: 'NO' },
      {},
    ] as const;
    for (const said of kinds) {
      world.advance(MINUTE);
      const letter = await secondLetterTo(ana);
      await letter.sender.thanks(letter, said);
    }
    const { data } = await ana.calls('viewThanks', {});
    expect(data.map(({ thanks }: { thanks: object }) => thanks)).toMatchObject([
      { text: null, consent: null, isShown: false },
      { text: 'Only for Ana.', consent: null, isShown: false },
      { text: 'May be shown.', consent: { name: null }, isShown: false },
      { text: SENTENCE, consent: { name: expect.any(String) }, isShown: true },
    ]);
    expect(data[3]).toMatchObject({ id: order.id, senderName: ben.user.fullName });
    expect(await ana.calls('viewThanks', { skip: 3 })).toMatchObject({ pageTotal: 4 });
    await expectRefused(ana.calls('viewThanks', { cursor: 'other' }), 400, 'INVALID_INPUT');
  });

  test('reads on after the page with its cursor', async () => {
    const { ana, order } = await agreed();
    for (let nth = 1; nth <= 20; nth += 1) {
      world.advance(MINUTE);
      const letter = await secondLetterTo(ana);
      await letter.sender.thanks(letter);
    }
    const first = await ana.calls('viewThanks', {});
    expect(first).toMatchObject({ pageTotal: 21 });
    expect(first.data).toHaveLength(20);
    const { data, cursor } = await ana.calls('viewThanks', { cursor: first.cursor });
    expect(data).toMatchObject([{ id: order.id }]);
    expect(cursor).toBeUndefined();
  });

  test('cannot show what the sender did not agree to, or changed meanwhile', async () => {
    const { ben, ana, order } = await answered();
    await ben.thanks(order, { text: SENTENCE });
    await expectRefused(ana.showsThanks(order), 409, 'WRONG_STATUS');
    await ben.thanks(order, { text: SENTENCE, mayShow: 'NAME' });
    const { consent } = await seenBy(ana, order, 'viewInbox');
    world.advance(MINUTE);
    await ben.thanks(order, { text: 'Something else', mayShow: 'NAME' });
    const outdated = { inboxId: order.id, isShown: true, consentAt: consent.at };
    await expectRefused(ana.calls('showThanks', outdated), 409, 'WRONG_STATUS');
    expect(await isShownOn(ana)).toBeUndefined();
  });

  test('is the only one who may show it', async () => {
    const { ben, order } = await agreed();
    const input = { inboxId: order.id, isShown: true };
    await expectRefused(ben.calls('showThanks', input), 403, 'FORBIDDEN');
    const stranger = await newPerson(world);
    await expectRefused(stranger.calls('showThanks', input), 404, 'NOT_FOUND');
  });
});

describe('a shown thank-you comes down', () => {
  test('when a claim returns the money, which takes it out of both figures', async () => {
    const scene = await shown();
    const { ben, ana, order } = scene;
    await ben.claims(order);
    expect((await isShownOn(ana))?.shown).toHaveLength(1);
    await ana.givesBack(order);
    await expectWithdrawn(scene);
    expect(await ana.calls('viewThanks', {})).toMatchObject({
      thankedCount: 0,
      paidAnswerCount: 0,
      data: [],
    });
  });

  test('when the bank takes the money back, and stays down if it returns it', async () => {
    const scene = await shown();
    const dispute = await world.bank.disputes(scene.intent);
    await postAllEvents(world);
    await world.bank.decides(dispute, 'lost');
    await postAllEvents(world);
    await expectWithdrawn(scene);
    expect(await scene.ana.calls('viewThanks', {})).toMatchObject({
      thankedCount: 0,
      paidAnswerCount: 0,
    });
  });

  test.each(['recipient', 'sender'] as const)('when the %s blocks the other', async (side) => {
    const scene = await shown();
    const { ben, ana, order } = scene;
    await (side === 'sender' ? ben.blocks(ana.user) : ana.blocks(ben.user));
    await deliverBlock();
    await deliverBlock();
    await expectWithdrawn(scene);
    await expectRefused(
      ana.calls('showThanks', { inboxId: order.id, isShown: true }),
      409,
      'WRONG_STATUS',
    );
    if (side === 'recipient') expect(await rowsOf(ana)).toEqual([]);
  });

  test('when the sender asks for the deletion of the account', async () => {
    const scene = await shown();
    await scene.ben.asksForDeletion();
    await expectWithdrawn(scene);
    // The sentence stays with the letter, as the letter does.
    expect(await rowsOf(scene.ana)).toMatchObject([{ thanks: { text: SENTENCE, consent: null } }]);
  });

  test('when the request for the deletion was interrupted', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const scene = await shown();
      await crash(() => responseTo(scene.ben.asksForDeletion()));
      await scene.ben.asksForDeletion();
      await runDeleteAccounts();
      await expectWithdrawn(scene);
    });
  });

  test('when staff block the account of the sender', async () => {
    const scene = await shown();
    const staff = await newPerson(world, { staff: ['MODERATOR'] });
    await staff.blocksAccount(scene.ben.user, { reason: 'Asks for gift cards.' });
    await expectWithdrawn(scene);
  });

  test('when the recipient deletes the account, whose list is deleted too', async () => {
    const { ben, ana, order } = await shown();
    const paidOut = changeBalance(ana.user.id, cents(-2_200), world.now(), { entries: 0 });
    if (paidOut) await table.write(paidOut);
    await requestDueDeletion(world, ana);
    await completeDeletions(world);
    const list = { userId: ana.user.id, skip: 0, limit: 20 };
    expect(await listThanks(table, list)).toMatchObject({ total: 0 });
    expect(await shownThanksBy(table, ana.user.id)).toEqual([]);
    expect(await shownSentencesOf(table, ben.user.id)).toEqual([]);
    expect(await seenBy(ben, order, 'viewOrder')).toMatchObject({
      text: SENTENCE,
      consent: null,
      isShown: false,
    });
  });
});

describe('a thank-you that may be shown', () => {
  test('is not shown after a block that nobody has heard of yet', async () => {
    const { ben, ana, order } = await agreed();
    const { consent } = await seenBy(ana, order, 'viewInbox');
    await ben.blocks(ana.user);
    const input = { inboxId: order.id, isShown: true, consentAt: consent.at };
    await expectRefused(ana.calls('showThanks', input), 409, 'WRONG_STATUS');
    expect((await seenBy(ana, order, 'viewInbox')).consent).toBeNull();
  });

  test('and a block at the same moment leave nothing on the profile', async () => {
    await world.racing(async ({ race }) => {
      const scene = await agreed();
      const { ben, ana, order } = scene;
      const consentAt = await consentAtOf(ana, order);
      await race(
        () => responseTo(ana.showsThanks(order, { consentAt })),
        () => responseTo(ben.blocks(ana.user)),
      );
      await deliverBlock();
      await expectWithdrawn(scene);
    });
  });

  test.each(THANKS_CHOICES)(
    'and another choice, %s, at the same moment agree with each other',
    async (mayShow) => {
      await world.racing(async ({ race }) => {
        const { ben, ana, order } = await agreed();
        const consentAt = await consentAtOf(ana, order);
        await race(
          () => responseTo(ana.showsThanks(order, { consentAt })),
          () => responseTo(ben.thanks(order, { text: 'Changed.', mayShow })),
        );
        const { consent, isShown } = await seenBy(ben, order, 'viewOrder');
        const onProfile = (await isShownOn(ana))?.shown ?? [];
        // Whoever came second knows of the other: the new sentence is never shown unread.
        expect(isShown).toBe(false);
        expect(onProfile).toEqual([]);
        expect(consent === null).toBe(mayShow === 'NO');
      });
    },
  );

  test('is shown whole or not at all if the process dies at any write', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const { ben, ana, order } = await agreed();
      const consentAt = await consentAtOf(ana, order);
      await crash(() => responseTo(ana.showsThanks(order, { consentAt })));
      const { isShown } = await seenBy(ana, order, 'viewInbox');
      expect((await isShownOn(ana))?.shown.length ?? 0).toBe(isShown ? 1 : 0);
      await shows(ana, order);
      expect((await isShownOn(ana))?.shown).toHaveLength(1);
      await crash(() => responseTo(ben.withdrawsConsent(order)));
      await ben.withdrawsConsent(order);
      expect(await isShownOn(ana)).toBeUndefined();
    });
  });
});

describe('the figures of thanks', () => {
  test('count a paid answer once its payment is captured, and a thank-you once', async () => {
    const { sender, recipient: ana, order } = await pendingOrder(world);
    const figures = async () => {
      const { thankedCount, paidAnswerCount } = await ana.calls('viewThanks', {});
      return { thankedCount, paidAnswerCount };
    };
    expect(await figures()).toEqual({ thankedCount: 0, paidAnswerCount: 0 });
    await ana.answers(order);
    await postAllEvents(world);
    expect(await figures()).toEqual({ thankedCount: 0, paidAnswerCount: 1 });
    await sender.thanks(order);
    await sender.thanks(order, { text: SENTENCE, mayShow: 'NAME' });
    expect(await figures()).toEqual({ thankedCount: 1, paidAnswerCount: 1 });
    await sender.takesBackThanks(order);
    expect(await figures()).toEqual({ thankedCount: 0, paidAnswerCount: 1 });
  });
});
