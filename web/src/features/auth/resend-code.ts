import { useRef, useState } from 'react';
import { isRefusal } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { failureWords } from '../../api/failure-words.ts';
import { toast } from '../../ui/Toast.tsx';
import { RESEND_WAIT } from './flow-state.ts';

export type Resend = {
  /** When the last code was sent, in epoch milliseconds of the server's clock. */
  readonly sentAt: number;
  readonly send: () => Promise<unknown>;
  /** The field of the code, whose old code is cleared. */
  readonly code: { readonly read: () => string; readonly clear: () => void };
  /** The message if sending fails. */
  readonly failed: string;
  /** Handles a refusal; returns false to show a toast instead. */
  readonly refused?: (fault: unknown) => boolean;
};

/** Sends another code, at most once a minute. docs/product/auth.md#codes */
export function useResend({ sentAt, send, code, failed, refused }: Resend) {
  const [wait, setWait] = useState({ allowedAt: sentAt + RESEND_WAIT, longest: RESEND_WAIT });
  const waitFor = (longest: number) => setWait({ allowedAt: serverNow() + longest, longest });
  const [sending, setSending] = useState(false);
  const underWay = useRef(false);
  const onResend = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setSending(true);
    try {
      const old = code.read();
      await send();
      // The new code may have been typed before the response.
      if (code.read() === old) code.clear();
      waitFor(RESEND_WAIT);
      toast.success('A new code is on its way');
    } catch (error) {
      if (refused?.(error)) return;
      const longer = isRefusal(error, 'TOO_MANY_REQUESTS') ? (error.retryAfter ?? 0) * 1_000 : 0;
      // The button counts down a minute by itself; a longer wait is explained in words.
      if (longer > 0) waitFor(longer);
      if (longer === 0 || longer > RESEND_WAIT) toast.error(failureWords(failed, error));
    } finally {
      underWay.current = false;
      setSending(false);
    }
  };
  return { ...wait, now: serverNow, sending, onResend };
}
