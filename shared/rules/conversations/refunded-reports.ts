/** Whether a report with this reason returns the money at once. All other reports take it to review. */
export function isRefundedReport(reason: string | undefined): boolean {
  return reason === 'NOT_ME' || reason === 'IGNORE' || reason === 'SUICIDE_SELFINJURY';
}
