/* Which letters' files staff may open. docs/product/attachments.md#who-can-open-a-file */

/** Whether a letter with this history was reported or claimed: staff open the files of no other one, unless a case is about it. */
export const isReportedOrClaimed = (history: readonly { readonly event: string }[]): boolean =>
  history.some(({ event }) => event === 'REPORTED' || event === 'CLAIMED');

/** To staff, about any other letter. */
export const FILES_OF_CASES_ONLY = 'Files are shown only in a report or a claim.';
