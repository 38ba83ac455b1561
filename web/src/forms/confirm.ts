import { useState } from 'react';
import { sentenceOf } from '../api/failure-words.ts';
import { useWrite } from './use-write.ts';

/**
 * Asks before an action: `ask` opens the dialog, and `dialog` holds the props of its `Confirm`. It closes once the
 * action is done. After a fault it stays open with the message of the refusal, or `failed`.
 */
export function useConfirm(run: () => Promise<unknown>, failed: string) {
  const [open, setOpen] = useState(false);
  const { mutate, reset, isPending, error } = useWrite({
    mutationFn: run,
    onSuccess: () => setOpen(false),
  });
  return {
    ask: () => setOpen(true),
    dialog: {
      open,
      onOpenChange: (opened: boolean) => {
        if (error) reset();
        setOpen(opened);
      },
      busy: isPending,
      error: error ? (sentenceOf(error) ?? failed) : undefined,
      onConfirm: () => mutate(),
    },
  };
}
