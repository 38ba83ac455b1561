import { PAID_RESPONSE_MIN } from '../../../../shared/rules/conversations/messages.ts';

/** `12 of 200` until the answer is long enough, then its length. */
export function AnswerCount({ length }: { length: number }) {
  return (
    <p className="shrink-0 text-right text-[0.875rem] text-soft tabular-nums">
      {length < PAID_RESPONSE_MIN ? `${length} of ${PAID_RESPONSE_MIN}` : `${length} characters`}
    </p>
  );
}
