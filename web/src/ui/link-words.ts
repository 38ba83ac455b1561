import { linkAddress } from './link-address.ts';

/* Words of links that pretend to lead elsewhere: another host, or one whose letters look like those of another alphabet. */

/** Cyrillic letters that look like Latin ones. */
const LOOKS_LATIN = /^[асԁеһіјӏорԛѕуԝхҽѵԍъь0-9-]+$/u;
/** Alphabets whose letters are mistaken for each other. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
] as const;

/**
 * The address to show in place of the words of a link, because they name another host than it leads to or a host that looks
 * like another; undefined if the words are honest. In the address such a host is in Punycode.
 */
export function addressInsteadOf(words: string, href: string): string | undefined {
  const text = words.trim();
  if (!/^\S+\.\S+$/u.test(text)) return undefined;
  const claimed = linkAddress(text);
  if (claimed === undefined) return undefined;
  const isOther = new URL(claimed).host !== new URL(href).host;
  return isOther || looksLikeAnother(hostIn(text)) ? new URL(href).href : undefined;
}

const hostIn = (address: string) => address.replace(/^[a-z]+:\/+/i, '').replace(/[/?#:].*$/u, '');

/** Whether a label of a host mixes alphabets, or is made only of Cyrillic letters that look Latin. */
function looksLikeAnother(host: string): boolean {
  const labels = host.toLowerCase().split('.');
  const isCyrillic = /\p{Script=Cyrillic}/u.test(labels.at(-1) ?? '');
  return labels.some((label) => {
    const alphabets = ALPHABETS.filter((alphabet) => alphabet.test(label)).length;
    return (
      alphabets > 1 ||
      (!isCyrillic && /\p{Script=Cyrillic}/u.test(label) && LOOKS_LATIN.test(label))
    );
  });
}
