import { describe, expect, test } from '@jest/globals';
import { claim, claimedOrder, improve } from '../../support/claims.ts';
import {
  answer,
  answeredOrder,
  PRICE,
  pay,
  payWithCard,
  pendingOrder,
} from '../../support/orders.ts';
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
    const { recipient, id } = await pendingOrder(world);
    const refused = await answer(recipient, id, 'OPEN', { messageBody: sign.repeat(200) });
    expect(refused).toMatchObject(refusedAt('messageBody'));
    expect((await answer(recipient, id)).http).toBe(200);
  });

  test('is no improved answer', async () => {
    const { recipient, id } = await claimedOrder(world);
    const refused = await improve(recipient, id, sign.repeat(200));
    expect(refused).toMatchObject(refusedAt('messageBody'));
  });

  test('is no first message', async () => {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const refused = await pay(sender, recipient, { messageText: sign.repeat(100) });
    expect(refused).toMatchObject(refusedAt('messageText'));
  });
});

describe.each(UNREADABLE.filter(([, sign]) => !isMarkup(sign)))('a line of %s', (_, sign) => {
  test('is no subject', async () => {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const subject = { messageSubject: sign.repeat(6) };
    const refused = await payWithCard(sender, recipient, 'pm_card_visa', subject);
    expect(refused).toMatchObject(refusedAt('messageSubject'));
  });

  test('explains no claim', async () => {
    const { sender, id } = await answeredOrder(world);
    const refused = await claim(sender, id, { text: sign.repeat(20) });
    expect(refused).toMatchObject(refusedAt('text'));
  });
});
