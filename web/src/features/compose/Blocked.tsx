import { Clock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

/* Why a message cannot be sent now; a pending one is a press away. */
export function Blocked({ words, pending }: { words: string; pending: boolean }) {
  return (
    <div role="alert">
      <Banner
        tone="held"
        icon={Clock}
        title={pending ? 'One message at a time' : 'Not at the moment'}
        action={
          pending && (
            <Button size="md" variant="quiet" render={<Link to={paths.orders()} />}>
              See your pending message
            </Button>
          )
        }
      >
        {words}
      </Banner>
    </div>
  );
}
