import type { Example } from '#shared/example.ts';

/** The example of a stage whose settings have none. Its people are invented. */
export const DEFAULT_EXAMPLE: Example = {
  from: 'Ben',
  to: 'Ana',
  priceCents: 2_500,
  subject: 'Refused at the counter, what now?',
  question:
    'On Friday the clerk said that one paper is missing and wouldn’t say which. My permit ends on the 30th of next month. What should I do?',
  answeredAfter: '20 hours later',
  answeredOn: { day: 'Nov 24', year: '2026' },
  answer: [
    'Dear Ben, the paper she meant is the certified copy of the lease. It’s in the annex, which most people never open.',
    'Don’t file again. Write to the same office within 28 days, name the file number and hand in the copy.',
  ],
  afterwards: 'Two more letters, free.',
};
