import { Button } from './Button.tsx';

export type LoadMoreProps = { busy: boolean; onLoad: () => void; words?: string | undefined };

/* The button that loads more rows of a list. */
export function LoadMore({ busy, onLoad, words = 'Load Older Messages' }: LoadMoreProps) {
  return (
    <Button variant="quiet" size="md" block busy={busy} busyText="Loading..." onClick={onLoad}>
      {words}
    </Button>
  );
}
