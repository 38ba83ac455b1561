import { describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { claimedOrder } from '../../support/claims.ts';
import { answeredOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();
const UNREADABLE = [
  ['empty Braille cells', '\u2800'],
  ['private-use characters', '\ue000'],
  ['combining marks', '\u0301'],
  ['dots', '.'],
  ['one letter', 'a'],
  ['references to empty Braille cells', '&#x2800;'],
  ['empty paragraphs', '<p></p>'],
] as const;

const refusedAt = (field: string) => ({
  http: 400,
  body: { status: 'INVALID_INPUT', fields: { [field]: expect.any(String) } },
});

/** Whether a sign is markup, which is text in what is written as plain text. */
const isMarkup = (sign: string) => /[&<]/.test(sign);

describe.each(UNREADABLE)('a text of %s', (_, sign) => {
  test('is no paid answer, so nobody is charged', async () => {
    const { recipient, order } = await pendingOrder(world);
    const refused = await responseTo(recipient.answers(order, { text: sign.repeat(200) }));
    expect(refused).toMatchObject(refusedAt('messageBody'));
    await recipient.answers(order);
  });

  test('is no improved answer', async () => {
    const { recipient, order } = await claimedOrder(world);
    const refused = await responseTo(recipient.improves(order, { text: sign.repeat(200) }));
    expect(refused).toMatchObject(refusedAt('messageBody'));
  });

  test('is no first message', async () => {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const refused = await responseTo(sender.pays(recipient, { text: sign.repeat(100) }));
    expect(refused).toMatchObject(refusedAt('messageText'));
  });
});

describe.each(UNREADABLE.filter(([, sign]) => !isMarkup(sign)))('a line of %s', (_, sign) => {
  test('is no subject', async () => {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const subject = { messageSubject: sign.repeat(6) };
    const refused = await responseTo(
      sender.pays(recipient, { card: 'pm_card_visa', input: subject }),
    );
    expect(refused).toMatchObject(refusedAt('messageSubject'));
  });

  test('explains no claim', async () => {
    const { sender, order } = await answeredOrder(world);
    const refused = await responseTo(sender.claims(order, { text: sign.repeat(20) }));
    expect(refused).toMatchObject(refusedAt('text'));
  });
});
