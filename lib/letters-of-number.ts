/** A number in letters, because names of people must not contain digits. */
export const lettersOf = (number: number) =>
  [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');
