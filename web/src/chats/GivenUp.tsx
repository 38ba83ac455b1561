import { Button } from '../ui/Button.tsx';

export type GivenUpProps = { words: string; onResume: () => void };

/** Several questions in a row had no answer: what is on the screen may be old. */
export function GivenUp({ words, onResume }: GivenUpProps) {
  return (
    <div role="alert" className="mt-5 grid justify-items-center gap-3 text-center">
      <p className="max-w-[36ch] text-soft">{words}</p>
      <Button size="md" variant="quiet" onClick={onResume}>
        Look again
      </Button>
    </div>
  );
}
