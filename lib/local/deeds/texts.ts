/* The words that people write where a test is not about words. */

/** 161 characters: a paid message has 100 or more. */
export const QUESTION = `<p>${'How do I keep a violin from cracking in a dry winter? '.repeat(3)}</p>`;

/** 291 characters: longer than the shorter tiers of tests ask for, and shorter than their longer ones. */
export const ANSWER = `<p>${'Keep it in its case with a damp sponge, and measure the air in the room. '.repeat(4)}</p>`;

/** A second answer, which differs from the first. */
export const IMPROVED_ANSWER = `${ANSWER}<p>A violin needs the same, in its own case.</p>`;

export const SUBJECT = 'Dry winters';
export const CLARIFYING_QUESTION = '<p>How cold does the room become at night?</p>';
export const INFORMATION = '<p>About twelve degrees, and the air is very dry.</p>';
export const CLAIM_TEXT = 'The answer is about another instrument.';
export const CONTEST_TEXT = 'The question named no instrument at all.';

/** Why staff decide, as the audit says it and people read it. */
export const DESK_REASON = 'We read the whole conversation twice.';

/** What staff answer to a help ticket. */
export const DESK_ANSWER = '<p>Please try another card.</p>';

/** Why somebody appeals against a decision about them. */
export const APPEAL_TEXT = 'I am the mayor, and the town hall can confirm it.';

/** What the author of an answer says about how they wrote it. */
export const WRITTEN_BY_ME = {
  declaration: 'SELF',
  typedCharacters: 1_204,
  pastedCharacters: 80,
  writingMinutes: 12,
} as const;
