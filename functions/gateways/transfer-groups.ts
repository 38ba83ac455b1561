/** Returns the transfer group of a payout, by which its transfers are found even after the idempotency key has expired. */
export const payoutGroupOf = ({
  userId,
  period,
}: {
  readonly userId: string;
  readonly period: string;
}): string => `payout:${userId}:${period}`;
