import { RotateCw } from 'lucide-react';

/** Loads a file once more that did not load. */
export function RetryButton({ title, onPress }: { title: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex min-h-11 items-center gap-1.5 px-3 font-semibold"
    >
      <RotateCw aria-hidden size={16} />
      Retry <span className="sr-only">{title}</span>
    </button>
  );
}
