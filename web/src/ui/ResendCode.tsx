import { useEffect, useState } from 'react';

/*
 * A button for another code, with the time to wait. `allowedAt`: from when it is enabled (epoch ms), by the clock `now`. Nobody waits
 * longer than `longest` (ms), even if the clock was set meanwhile.
 */

export type ResendCodeProps = {
  allowedAt: number;
  longest: number;
  now: () => number;
  sending: boolean;
  onResend: () => void;
};

export function ResendCode({ allowedAt, longest, now, sending, onResend }: ResendCodeProps) {
  const seconds = useSecondsUntil(allowedAt, longest, now);
  if (sending) return <p className={LINE}>Sending...</p>;
  if (seconds > 0) return <p className={`${LINE} tabular-nums`}>Wait {seconds} secs</p>;
  return (
    <button
      type="button"
      onClick={onResend}
      className="min-h-11 font-semibold text-back underline underline-offset-4"
    >
      Resend Code
    </button>
  );
}

const LINE = 'flex min-h-11 items-center text-soft';

/** Whole seconds until a moment, 0 once it has passed. Uses the clock, so that it is right after the page has slept. */
function useSecondsUntil(moment: number, longest: number, now: () => number): number {
  const left = () => Math.ceil(Math.max(0, Math.min(longest, moment - now())) / 1000);
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is made of them
  useEffect(() => {
    setSeconds(left());
    const tick = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(tick);
  }, [moment, longest, now]);
  return seconds;
}
