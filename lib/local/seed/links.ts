/** The links on profiles, by username. Hosts end in `.example`, so that they are nobody's real sites. */
export const LINKS: Readonly<Record<string, readonly (readonly [name: string, url: string])[]>> = {
  'ana.markovic': [
    ['The form everyone gets wrong, explained', 'https://markovic-law.example/guides/form-7b'],
    ['Free clinic, first Monday of the month', 'https://markovic-law.example/clinic'],
    ['Permit, letter by letter (newsletter)', 'https://letters.example/permit'],
    ['Book an hour', 'https://calendar.example/ana-markovic'],
  ],
  'lucia.prado': [
    ['Ten clauses to strike before you sign', 'https://prado.example/ten-clauses'],
    ['The puppeteer’s contract: a true story', 'https://podcast.example/puppets'],
  ],
  'tom.weller': [['The starter that survived me', 'https://wellerbrot.example/starter']],
};

/** The links whose pages link back to the profile. */
export const LINKS_BACK = [
  ['ana.markovic', 'https://markovic-law.example/guides/form-7b'],
  ['tom.weller', 'https://wellerbrot.example/starter'],
] as const;
