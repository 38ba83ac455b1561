import { Button } from './Button.tsx';

/* Something that could not be loaded: a sentence and a retry button. */

export type ErrorStateProps = {
  /** Ends with a period. */
  words: string;
  onRetry: () => void;
  retrying?: boolean;
  retryText?: string;
};

export function ErrorState({
  words,
  onRetry,
  retrying = false,
  retryText = 'Try again',
}: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-5 px-6 py-12 text-center">
      <svg
        aria-hidden="true"
        viewBox="0 0 96 72"
        className="drawing w-28"
        fill="none"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path className="drawing-paper" d="M10 14h32l-4 12 8 10-8 12 4 12H10z" />
        <path className="drawing-paper" d="M54 14h32v46H54l-4-12 8-12-8-10z" />
        <path className="drawing-red" d="M66 22h12v12H66z" />
        <path d="M18 44h12 M18 52h16 M66 52h12" />
      </svg>
      <p className="max-w-[36ch]">{words}</p>
      <Button size="md" variant="quiet" busy={retrying} busyText="Trying..." onClick={onRetry}>
        {retryText}
      </Button>
    </div>
  );
}
