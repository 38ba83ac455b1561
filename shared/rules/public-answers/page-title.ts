const ENDS_A_SENTENCE = /[.?!…。？！]["'”’)]?$/;

/** The title of the page of a public answer: `What now? Answered by Ana Marković`, with a period if the subject has no end of its own. */
export const publicAnswerTitle = (subject: string, creator: string): string =>
  `${subject}${ENDS_A_SENTENCE.test(subject) ? '' : '.'} Answered by ${creator}`;
