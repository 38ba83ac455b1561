import { Button } from '../../ui/Button.tsx';

export type PollingStoppedProps = { words: string; onResume: () => void };

/** Shown after several requests in a row failed, when the screen may be outdated. */
export function PollingStopped({ words, onResume }: PollingStoppedProps) {
  return (
    <div role="alert" className="mt-5 grid justify-items-center gap-3 text-center">
      <p className="max-w-[36ch] text-soft">{words}</p>
      <Button size="md" variant="quiet" onClick={onResume}>
        Try again
      </Button>
    </div>
  );
}
