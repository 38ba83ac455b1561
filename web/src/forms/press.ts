import { useState } from 'react';
import { sentenceOf } from '../api/failure-words.ts';
import { toast } from '../ui/Toast.tsx';

/** Runs the action of a button, which is busy meanwhile. A fault shows a toast: the message of a refusal, or `failed`. */
export function usePress(run: () => Promise<unknown>, failed: string) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await run();
    } catch (fault) {
      toast.error(sentenceOf(fault) ?? failed);
    } finally {
      setBusy(false);
    }
  };
  return { busy, press };
}
