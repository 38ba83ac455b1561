import { useEffect, useState } from 'react';

/* Asks for another code, and says how long that must wait. `allowedAt` is the moment (epoch ms) from which it may be. */

export type ResendCodeProps = {
  allowedAt: number;
  sending: boolean;
  onResend: () => void;
};

export function ResendCode({ allowedAt, sending, onResend }: ResendCodeProps) {
  const seconds = useSecondsUntil(allowedAt);
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

/** Whole seconds left until a moment, 0 once it has come. Ticks with the clock, so that a sleeping page wakes up right. */
function useSecondsUntil(moment: number): number {
  const left = () => Math.max(0, Math.ceil((moment - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is made of `moment`
  useEffect(() => {
    setSeconds(left());
    const tick = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(tick);
  }, [moment]);
  return seconds;
}
