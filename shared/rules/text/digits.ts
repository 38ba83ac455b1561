/* Digits and signs of numbers as keyboards of other scripts type them: ０１２, ٠١٢, ०१२. */

const DIGIT = /^\p{Nd}$/u;

/** The value of a decimal digit of any script: Unicode has them in tens, from zero to nine. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

/** Full-width letters and signs become ASCII: `ＡＢＣ＋＠．` */
export function halfWidth(text: string): string {
  return text
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');
}

/** A text with the digits of any script as ASCII digits, and full-width signs as ASCII signs. */
export function plainDigits(text: string): string {
  return halfWidth(text).replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** The same for an amount, in which other keyboards have other signs for the point and between thousands. */
export function plainAmount(text: string): string {
  return plainDigits(text)
    .replace(/[\u066B。]/g, '.')
    .replace(/[\u066C、]/g, ',')
    .replaceAll('\u2212', '-');
}
