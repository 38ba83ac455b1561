import { sns } from '#functions/gateways/sms.ts';

/* Codes of text messages in tests. */

/** Returns a six-digit code that is not this one. */
export const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

/** Makes every text message fail until `restore()`, and counts them. Without Jest, because the benchmark loads this file too. */
export function failTextMessages() {
  const { send } = sns;
  let tries = 0;
  sns.send = () => {
    tries += 1;
    return Promise.reject(new Error('no line'));
  };
  return {
    tries: () => tries,
    restore: () => {
      sns.send = send;
    },
  };
}
