import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  differentCharacters,
  differentMinimum,
  differentWords,
  hasVisibleText,
  readableColumns,
  readableFault,
  readableLength,
} from '#shared/rules/text/readable-text.ts';

const UNREADABLE = [
  '\u2800',
  '\ue000',
  '\u{f0000}',
  '\u0301',
  '\u0e34',
  '\u3164',
  '\uffa0',
  '\u115f',
  '.',
  '…',
  '·',
  '-',
  ' ',
  '\u00a0',
  '\u3000',
  '\n',
  '\u200b',
  '\u200d',
  '\u202e',
  '\ufe0f',
  '\u0378',
  '\u{e0067}',
  '\ufffc',
  '\ufffd',
  '\u0000',
  '=',
  '─',
];

test.each(UNREADABLE)('%j does not count toward a minimum', (sign) => {
  expect(readableLength(sign.repeat(200))).toBe(0);
  expect(readableLength(`a${sign.repeat(200)}`)).toBeLessThanOrEqual(2);
  expect(readableLength(`${sign.repeat(99)}a${sign.repeat(99)}b`)).toBeLessThanOrEqual(4);
  expect(readableFault(sign.repeat(200), 200)).toBe('SHORT');
});

test.each([
  ['Li Bo', 5],
  ['O’Neil, J.', 10],
  ['one -- two', 8],
  ['...one...', 5],
  ['Too short.', 10],
  ['¿Qué? (Yes.)', 10],
  [' one ', 3],
  ['a\u2800b', 2],
  ['👩🏽‍🚀🇯🇵1️⃣#️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿', 5],
  ['z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍a', 2],
  ['王伟', 2],
  ['می‌خواهم', 7],
  ['⠓⠑⠇⠇⠕', 5],
])('the length of %j is %d', (text, length) => expect(readableLength(text)).toBe(length));

test.each([
  ['王伟', 5],
  ['이산', 5],
  ['Bo', 2],
  ['Bo Li', 5],
  ['राम सिंह', 7],
  ['まり', 5],
  ['አበበ', 7.5],
  ['علی', 3],
])('the name %j has %d columns', (name, columns) => expect(readableColumns(name)).toBe(columns));

test.each([
  ['aAáÀä', 1],
  ['banana', 3],
  ['कककि', 2],
  ['👍👍🏽', 2],
  ['１1①', 1],
  ['...', 0],
])('%j has %d different characters', (text, count) =>
  expect(differentCharacters(text)).toBe(count),
);

test('a text needs as many different characters as a short sentence, and a short one needs fewer', () => {
  expect([0, 1, 4, 5, 20, 50, 100, 5_000].map(differentMinimum)).toEqual([0, 1, 1, 2, 4, 8, 8, 8]);
});

describe('a paid answer of 200 characters', () => {
  test.each(['a', 'ab', 'ha ', 'test ', '👍', '王', '0101 ', 'aàáâãäåāăąǎ'])(
    'may not repeat %j',
    (piece) => expect(readableFault(piece.repeat(250), 200)).toBe('REPEATED'),
  );

  test.each([
    ['English', 'It depends on your notice period, so ask for it in writing first. '],
    ['Hawaiian', 'Aloha kakahiaka, pehea ʻoe i kēia lā? Maikaʻi nō au, mahalo nui loa. '],
    ['Rotokas', 'Osireitoarei avukava iava ururupavira toupasiveira ragai viapau oisio. '],
    ['Chinese', '你可以先看合同里的通知期限，然后再用书面形式提出要求。'],
    ['Japanese', 'まず契約書を読んで、それから書面でお願いしてください。'],
    ['Korean', '먼저 계약서를 읽고 그다음에 서면으로 요청해 보세요. '],
    ['Arabic', 'اقرأ العقد أولا ثم اطلب ذلك كتابة من صاحب العمل. '],
    ['Hebrew', 'קודם כול קרא את החוזה ואחר כך בקש זאת בכתב מהמעסיק. '],
    ['Hindi', 'पहले अनुबंध पढ़ें और फिर लिखित रूप में अपने नियोक्ता से पूछें। '],
    ['Thai', 'อ่านสัญญาก่อนแล้วจึงขอเป็นลายลักษณ์อักษรจากนายจ้างของคุณ '],
    ['Burmese', 'စာချုပ်ကို အရင်ဖတ်ပြီးမှ စာဖြင့် တောင်းဆိုပါ။ '],
    ['Khmer', 'សូមអានកិច្ចសន្យាជាមុនសិន បន្ទាប់មកសុំជាលាយលក្ខណ៍អក្សរ។ '],
    ['Amharic', 'መጀመሪያ ውሉን ያንብቡ ከዚያም በጽሑፍ ይጠይቁ። '],
    ['code', 'for (let i = 0; i < n; i++) { if (a[i] > max) max = a[i]; } return max; '],
    ['numbers', '1.5, 20, 36, 47, 89; '],
    ['emoji', 'Yes 🎉🎉 do it 🚀, and send me a picture 📷 from there 🏖️! '],
  ])('may be %s', (_, sentence) => {
    expect(readableFault(sentence.repeat(20), 200)).toBeUndefined();
  });
});

test.each([
  ['.....', 0],
  ['\u0000 \u0000 \u0000', 0],
  ['spam spam SPAM', 1],
  ['Asked by phone', 3],
  ['don’t know it', 3],
  ['用户要求删除', 3],
  ['ผู้ใช้ขอให้ลบ', 7],
  ['- - -', 0],
  ['CASE 12', 2],
])('%j has %d different words', (text, count) => expect(differentWords(text)).toBe(count));

test.each([
  ['?', true],
  ['…', true],
  ['👍', true],
  ['\u2800', false],
  [' \u0301\u200d\u3164\ue000\u0378\u0000', false],
  ['', false],
])('whether anything is seen of %j: %s', (text, seen) => expect(hasVisibleText(text)).toBe(seen));

test('what cannot be read never makes a text longer', () => {
  const invisible = fc.constantFrom(...UNREADABLE.filter((sign) => !/[\s\p{P}\p{S}]/u.test(sign)));
  const noise = fc.array(invisible, { maxLength: 20 }).map((all) => all.join(''));
  const words = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,5}$/);
  fc.assert(
    fc.property(words, noise, noise, (text, before, after) =>
      expect(readableLength(before + text + after)).toBe(text.length),
    ),
  );
});
