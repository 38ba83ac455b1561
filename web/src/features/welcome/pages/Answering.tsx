import { Link } from 'react-router';
import { ANSWERING } from '#shared/messages/promises.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Plans } from './Plans.tsx';

/* For those who answer: what they do, what a plan costs, and what it leaves them of an answer. */
export function Answering({ isMember }: { isMember: boolean }) {
  return (
    <div className="-mx-5 grid gap-6 bg-tint px-5 py-8 cards:mx-0 cards:rounded-card cards:px-8 wide:px-12 wide:py-10">
      <section
        aria-labelledby="answering"
        className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_auto] wide:items-center wide:gap-12"
      >
        <div>
          <h2 id="answering" className="font-medium font-serif text-2xl wide:text-[1.75rem]">
            Do people ask you things?
          </h2>
          <p className="mt-2 max-w-[56ch]">{ANSWERING}</p>
        </div>
        <Button
          className="wide:min-w-64"
          render={<Link to={isMember ? paths.inboundMessageConfig() : paths.register()} />}
        >
          {isMember ? 'See your price' : 'Answer and earn'}
        </Button>
      </section>
      <Plans />
    </div>
  );
}
