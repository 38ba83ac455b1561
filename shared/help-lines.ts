import * as z from 'zod/mini';

/*
 * The crisis help lines that people in danger are shown: beside a returned letter, where a letter is reported, and in the message that
 * staff send. A stage can have its own. docs/operations.md#someone-may-be-in-danger
 */

const HELP_LINE =
  'must be a help line, such as { "country": "US", "before": "In the United States, call or text ", "name": "988", "address": "tel:988", "after": ", day and night." }';

const helpLineSchema = z.strictObject(
  {
    /** The ISO 3166 code of the country that it is for; without one it is for everybody else. */
    country: z.optional(z.string(HELP_LINE).check(z.regex(/^[A-Z]{2}$/, HELP_LINE))),
    /** A sentence, with the name of the line in it. */
    before: z.string(HELP_LINE).check(z.maxLength(120, 'is too long')),
    name: z.string(HELP_LINE).check(z.minLength(1, HELP_LINE), z.maxLength(60, 'is too long')),
    address: z.string(HELP_LINE).check(z.regex(/^(tel:\+?\d+|https:\/\/\S+)$/, HELP_LINE)),
    after: z.string(HELP_LINE).check(z.maxLength(120, 'is too long')),
  },
  HELP_LINE,
);
export type HelpLine = z.infer<typeof helpLineSchema>;

/** At least one of them is for everybody, so that nobody reads of a line of another country only. */
export const helpLinesSchema = z.array(helpLineSchema, HELP_LINE).check(
  z.maxLength(6, 'must be at most six'),
  z.refine((lines) => lines.some(({ country }) => country === undefined), {
    error: 'must have one without a country, for everybody else',
  }),
);

/** https://988lifeline.org and https://findahelpline.com */
export const DEFAULT_HELP_LINES: readonly HelpLine[] = [
  {
    country: 'US',
    before: 'In the United States, call or text ',
    name: '988',
    address: 'tel:988',
    after: ', day and night.',
  },
  {
    before: 'Anywhere else, ',
    name: 'findahelpline.com',
    address: 'https://findahelpline.com',
    after: ' lists free crisis lines in your country.',
  },
];

/** The help line for somebody in a country; without one of its own, the line for everybody. */
export const helpLineFor = (
  lines: readonly HelpLine[],
  country: string | undefined,
): HelpLine | undefined =>
  lines.find((line) => country !== undefined && line.country === country) ??
  lines.find((line) => line.country === undefined);

/** The sentence of a help line. */
export const helpLineSentence = ({ before, name, after }: HelpLine): string =>
  `${before}${name}${after}`;
