import { Siren } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { CareView } from './care-words.ts';

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

/* What comes before a decision, in the only red frame of the screen: whether it is a matter of minutes. */
export function FirstSteps({ steps }: Pick<CareView, 'steps'>) {
  const [shown, setShown] = useState(false);
  return (
    <section
      aria-labelledby="first-steps"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border-2 border-red bg-card p-4"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-red-chip text-red-text">
        <Siren aria-hidden size={24} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h2 id="first-steps" className="font-semibold text-lg leading-tight">
          Does it say when, or how? Then act before you decide.
        </h2>
        <p>
          {steps
            ? `Call the person on duty and do the ${COUNTS[steps.steps.length]} steps together.`
            : 'Call the emergency number: 911 in the United States and Canada, 112 in Europe. Your operator has set up no steps.'}
        </p>
      </div>
      {steps && (
        <>
          <Button size="md" variant="quiet" onClick={() => setShown(true)}>
            Show the steps
          </Button>
          <Dialog
            open={shown}
            onOpenChange={setShown}
            title="First steps"
            description={`On duty: ${steps.personOnDuty}`}
          >
            <ol className="grid list-decimal gap-2 pl-6">
              {steps.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Dialog>
        </>
      )}
    </section>
  );
}
