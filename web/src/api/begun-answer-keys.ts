/*
 * The beginnings of the storage keys under which this device keeps the texts of begun answers, each followed by the id of the message.
 * Apart from the drafts themselves, so that the app sees whether there are any without loading them.
 */
export const BEGUN_ANSWER_KEYS = { ANSWER: 'paidReply_', IMPROVED: 'improveAnswer_' } as const;
