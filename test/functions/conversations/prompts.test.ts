import { describe, expect, test } from '@jest/globals';
import { lockedConversationOf } from '#functions/storage/conversations/conversations.ts';
import { casesAboutPerson } from '#functions/storage/desk/cases.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { draftFields } from '#lib/local/deeds/drafts.ts';
import { QUESTION } from '#lib/local/deeds/texts.ts';
import { letters } from '../../support/letters.ts';
import { expectLedgerMatchesStripe, intentsOf } from '../../support/money.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const TRIED = 'What have you tried already?';
const GOAL = 'What should be different afterwards?';
const PROMPTS = [
  { question: TRIED, required: true },
  { question: GOAL, required: false },
];
const CHANGED =
  'The questions to answer were changed in the meantime. Nothing was charged, and what you wrote is kept; please look at your letter again.';

/** Saves prompts as the form of the web app sends them. */
const save = (person: Person, prompts: unknown) =>
  responseTo(
    person.calls('updatePrompts', {
      prompts: typeof prompts === 'object' ? JSON.stringify(prompts) : prompts,
    }),
  );

/** The answers in an order or a draft, as the web app sends them. */
const answers = (...texts: [question: string, text: string][]) => ({
  answers: JSON.stringify(texts.map(([question, text]) => ({ question, text }))),
});

async function people(prompts: unknown = PROMPTS) {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  expect((await save(recipient, prompts)).body).toEqual({ status: 'SUCCESS' });
  return { sender, recipient };
}

const order = ({ sender, recipient }: Awaited<ReturnType<typeof people>>, more = {}) =>
  responseTo(sender.pays(recipient, { card: 'pm_card_visa', input: more }));

/** The first message of a conversation as both sides read it, which is the same. */
async function bodyOf({ sender, recipient }: { sender: Person; recipient: Person }, id: string) {
  const [sent] = (await sender.readsOrder({ id })).data;
  const [received] = (await recipient.readsInbox({ id })).data;
  expect(received?.body).toBe(sent?.body);
  return String(received?.body);
}

describe('updatePrompts', () => {
  test('stores the questions in their order, which the owner and the profile show', async () => {
    const { recipient } = await people();
    expect((await recipient.offer()).prompts).toEqual(PROMPTS);
    expect((await visitor().profileOf(recipient)).prompts).toEqual(PROMPTS);
  });

  test('with no questions removes them', async () => {
    const { recipient } = await people();
    await save(recipient, []);
    expect(await recipient.offer()).not.toHaveProperty('prompts');
    expect(await visitor().profileOf(recipient)).not.toHaveProperty('prompts');
  });

  test.each([
    ['a fourth question', [1, 2, 3, 4].map((n) => ({ question: `Why ${n}?`, required: false }))],
    ['the same question twice', [PROMPTS[0], { question: TRIED.toUpperCase(), required: false }]],
    ['a question that is empty', [{ question: ' ', required: true }]],
    ['a question of 121 characters', [{ question: 'x'.repeat(121), required: true }]],
    ['a question that does not say whether it is required', [{ question: GOAL }]],
    ['a text that is no list', '{"prompts":'],
    ['no list', undefined],
  ])('is refused with %s, and changes nothing', async (_name, prompts) => {
    const { recipient } = await people();
    const refused = await save(recipient, prompts);
    expect(refused).toMatchObject({ http: 400, body: { status: 'INVALID_INPUT' } });
    expect(Object.keys(refused.body.fields)).toEqual(['prompts']);
    expect((await recipient.offer()).prompts).toEqual(PROMPTS);
  });

  test('accepts a question of 120 characters', async () => {
    const { recipient } = await people([{ question: 'x'.repeat(120), required: true }]);
    expect((await visitor().profileOf(recipient)).prompts).toHaveLength(1);
  });
});

describe('a paid message with answers', () => {
  test('shows each question above its answer, and then the text, to both sides', async () => {
    const both = await people();
    const paid = await order(
      both,
      answers([TRIED, 'A humidifier,\nand a sponge'], [GOAL, 'Peace']),
    );
    expect(await bodyOf(both, String(paid.body.data[0].id))).toBe(
      `<p><small>${TRIED}</small></p><p>A humidifier,<br />and a sponge</p>` +
        `<p><small>${GOAL}</small></p><p>Peace</p>${QUESTION}`,
    );
    await expectLedgerMatchesStripe(world);
  });

  test('leaves out questions without an answer, and keeps markup in an answer as text', async () => {
    const both = await people();
    const paid = await order(both, answers([TRIED, '<b>All</b> & nothing'], [GOAL, '  ']));
    expect(await bodyOf(both, String(paid.body.data[0].id))).toBe(
      `<p><small>${TRIED}</small></p><p>&lt;b&gt;All&lt;/b&gt; &amp; nothing</p>${QUESTION}`,
    );
  });

  test('keeps the questions as they were sent when they change later', async () => {
    const both = await people();
    const paid = await order(both, answers([TRIED, 'A humidifier'], [GOAL, '']));
    await save(both.recipient, [{ question: 'Why me?', required: true }]);
    expect(await bodyOf(both, String(paid.body.data[0].id))).toContain(`<small>${TRIED}</small>`);
  });

  test('has the questions and answers in its record', async () => {
    const both = await people();
    const paid = await order(both, answers([TRIED, 'A humidifier'], [GOAL, '']));
    const { body } = await responseTo(both.recipient.recordOf({ id: paid.body.data[0].id }));
    expect(JSON.stringify(body)).toContain(`${TRIED}\\nA humidifier\\nHow do I keep`);
  });

  test('shows the questions and answers to the desk when it is reported', async () => {
    const both = await people();
    const paid = await order(both, answers([TRIED, 'Buying followers'], [GOAL, '']));
    await both.recipient.reportsLetter(paid.body.data[0], { reason: 'SUICIDE_SELFINJURY' });
    const [opened] = await casesAboutPerson(table, both.sender.user.id, 'REPORT', 10);
    expect(opened?.quotes[0]?.text).toContain(`${TRIED} Buying followers`);
  });

  test('cannot imitate a question in its text', async () => {
    const both = await people([]);
    const paid = await order(both, { messageText: `<p><small>Why?</small></p>${QUESTION}` });
    expect(await bodyOf(both, String(paid.body.data[0].id))).toBe(`<p>Why?</p>${QUESTION}`);
  });

  test('reaches the minimum length together with its answers', async () => {
    const both = await people();
    const enough = { ...answers([TRIED, letters(60)], [GOAL, letters(30)]) };
    const short = await order(both, { ...enough, messageText: '<p>123456789</p>' });
    expect(short.body.fields).toEqual({
      messageText: 'Your answers and your letter must have at least 100 characters together',
    });
    const paid = await order(both, { ...enough, messageText: '<p>1234567890</p>' });
    expect(paid.http).toBe(200);
  });

  test('may consist of answers only', async () => {
    const both = await people();
    const paid = await order(both, {
      ...answers([TRIED, letters(100)], [GOAL, '']),
      messageText: '',
    });
    expect(await bodyOf(both, String(paid.body.data[0].id))).toBe(
      `<p><small>${TRIED}</small></p><p>${letters(100)}</p>`,
    );
  });
});

describe('an order is refused, and nothing is charged,', () => {
  const refusedWith = async (
    both: Awaited<ReturnType<typeof people>>,
    more: object,
    sentence: string,
  ) => {
    const holds = intentsOf(world).length;
    const { body } = await order(both, more);
    expect(body).toMatchObject({ status: 'INVALID_INPUT', fields: { answers: sentence } });
    expect(intentsOf(world)).toHaveLength(holds);
    const { sender, recipient } = both;
    expect(await lockedConversationOf(table, sender.user.id, recipient.user.id)).toBeUndefined();
  };

  test('without a required answer, whose question is named', async () => {
    const both = await people();
    const sentence = `Please answer “${TRIED}”. Nothing was charged.`;
    await refusedWith(both, answers([TRIED, ' \n '], [GOAL, 'Peace']), sentence);
  });

  test.each([
    ['without answers, from an older page', {}],
    [
      'with an answer to a question that is not asked',
      answers([TRIED, 'A'], [GOAL, 'B'], ['Why?', 'C']),
    ],
    ['without a question that was added', answers([TRIED, 'A humidifier'])],
    ['with another wording of a question', answers([TRIED, 'A'], ['What else?', 'B'])],
  ])('%s', async (_name, more) => {
    await refusedWith(await people(), more, CHANGED);
  });

  test('with answers to somebody who asks nothing', async () => {
    await refusedWith(await people([]), answers([TRIED, 'A humidifier']), CHANGED);
  });

  test('with an answer of 1,001 characters', async () => {
    await refusedWith(
      await people(),
      answers([TRIED, 'x'.repeat(1_001)], [GOAL, '']),
      'An answer can have at most 1,000 characters',
    );
  });

  test('with a text that is no list', async () => {
    await refusedWith(await people(), { answers: 'A humidifier' }, 'Please send a list of answers');
  });

  test('if the questions change at that moment, or it is sent as shown', async () => {
    const both = await people();
    const [paid] = await Promise.all([
      order(both, answers([TRIED, 'A humidifier'], [GOAL, ''])),
      save(both.recipient, [{ question: 'Why me?', required: true }]),
    ]);
    if (paid.http === 200)
      expect(await bodyOf(both, String(paid.body.data[0].id))).toContain(TRIED);
    else expect(paid.body.fields).toEqual({ answers: CHANGED });
  });
});

describe('a draft', () => {
  test('keeps the answers, and is deleted once it was sent with them', async () => {
    const { sender, recipient } = await people();
    const written = answers([TRIED, 'A humidifier'], [GOAL, '']);
    const draft = await sender.savesDraft(recipient, { input: written });
    expect((await sender.draftTo(recipient))?.answers).toEqual(JSON.parse(written.answers));
    const paid = await order({ sender, recipient }, { ...written, ...draftFields(draft) });
    expect(paid.http).toBe(200);
    expect(await sender.draftTo(recipient)).toBeUndefined();
  });

  test('keeps answers to questions that are no longer asked, without sending them', async () => {
    const both = await people();
    const { sender, recipient } = both;
    const old = answers([TRIED, 'A humidifier'], [GOAL, 'Peace']);
    const draft = await sender.savesDraft(recipient, { input: old });
    await save(recipient, [PROMPTS[0]]);
    expect((await sender.draftTo(recipient))?.answers).toHaveLength(2);
    const paid = await order(both, { ...answers([TRIED, 'A humidifier']), ...draftFields(draft) });
    expect(await bodyOf(both, String(paid.body.data[0].id))).not.toContain('Peace');
  });

  test('saved without answers, by an older app, keeps those it has', async () => {
    const { sender, recipient } = await people();
    const written = answers([TRIED, 'A humidifier']);
    const draft = await sender.savesDraft(recipient, { input: written });
    const next = await sender.savesDraft(recipient, { draft, subject: 'Wet winters' });
    expect(next).toMatchObject({
      messageSubject: 'Wet winters',
      answers: JSON.parse(written.answers),
    });
  });

  test('can consist of an answer only, which its list shows', async () => {
    const { sender, recipient } = await people();
    const only = { messageSubject: '', messageText: '', ...answers([TRIED, 'A humidifier']) };
    await sender.savesDraft(recipient, { input: only });
    expect((await responseTo(sender.drafts())).body.data[0]).toMatchObject({
      excerpt: 'A humidifier',
    });
  });

  test('without words and with empty answers is refused', async () => {
    const { sender, recipient } = await people();
    const empty = { messageSubject: '', messageText: '', ...answers([TRIED, ' ']) };
    expect((await responseTo(sender.savesDraft(recipient, { input: empty }))).body.fields).toEqual({
      messageText: 'Enter a message',
    });
  });

  test('saved again with other answers on an older version is refused with those it has', async () => {
    const { sender, recipient } = await people();
    const draft = await sender.savesDraft(recipient, { input: answers([TRIED, 'A']) });
    await sender.savesDraft(recipient, { draft, input: { ...answers([TRIED, 'B']) } });
    await sender.savesDraft(recipient, {
      draft,
      input: { ...answers([TRIED, 'B']) },
    });
    const { body } = await responseTo(
      sender.savesDraft(recipient, { draft, input: { ...answers([TRIED, 'C']) } }),
    );
    expect(body).toMatchObject({
      status: 'DRAFT_CHANGED',
      draft: { answers: [{ question: TRIED, text: 'B' }] },
    });
  });

  test.each([
    [
      '13 answers',
      answers(...Array.from({ length: 13 }, (_, n) => [`${n}`, 'A'] as [string, string])),
    ],
    ['an answer of 1,001 characters', answers([TRIED, 'x'.repeat(1_001)])],
  ])('with %s is refused', async (_name, more) => {
    const { sender, recipient } = await people();
    expect(
      Object.keys((await responseTo(sender.savesDraft(recipient, { input: more }))).body.fields),
    ).toEqual(['answers']);
  });
});
