import type { LinkCheck } from '#shared/rules/links/link-checks.ts';

/** The result of a check, and what to do about it. */
const WORDS: { readonly [Check in LinkCheck]: string } = {
  VERIFIED: 'The page links back. Your profile says so from now on, with today’s date.',
  NO_LINK_BACK:
    'We read the page and found no link back to your profile. Put the code into the page itself, not into a script, and publish it.',
  NOT_HTTPS: 'We check only addresses that begin with https, without a port. Please edit the link.',
  NOT_FOUND: 'We found no site at this address on the open Internet. Is it spelled right?',
  TOO_SLOW: 'The site didn’t answer within 5 seconds. Please try again later.',
  NO_ANSWER:
    'The site answered with an error, or its certificate isn’t valid. Does the address open in a private window?',
  NOT_HTML: 'The address leads to a file, not to a web page. Only a web page can link back.',
  TOO_MANY_REDIRECTS:
    'The address redirects more than twice. Please enter the address where the page is in the end.',
  OTHER_SITE:
    'The address redirects to another site. Please enter the address where the page is in the end.',
};

export const checkWords = (check: LinkCheck): string => WORDS[check];
