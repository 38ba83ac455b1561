import { Button } from '../ui/Button.tsx';

export type LoadOlderProps = { busy: boolean; onLoad: () => void; words?: string | undefined };

/* The way to older rows, under a list that has more. */
export function LoadOlder({ busy, onLoad, words = 'Load Older Messages' }: LoadOlderProps) {
  return (
    <Button variant="quiet" size="md" block busy={busy} busyText="Loading..." onClick={onLoad}>
      {words}
    </Button>
  );
}
