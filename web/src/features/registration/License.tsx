import { Check } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { FormPage } from '../../shell/FormPage.tsx';
import { keepLicense } from './choices.ts';
import { SignOutLink, Steps } from './Steps.tsx';

const INCLUDED = [
  'A public profile with your price',
  'As many paid messages as you want to answer',
  'Ask anybody else here, at their price',
  'We keep 10% + $0.50 of a paid answer, and nothing while there is none',
];

/* The plan. Everybody starts on the free one; the other plans are taken up from the settings. */
export function Component() {
  const navigate = useNavigate();
  const choose = () => {
    keepLicense('FREE');
    navigate(paths.inboundMessaging());
  };
  return (
    <FormPage
      title="Your plan"
      header="brand"
      action={<SignOutLink />}
      lead={<Steps step={1} />}
      onSubmit={choose}
      busy={false}
      error={undefined}
      submit="Continue with Free"
      note="No card needed."
    >
      <p>
        You start on the Free plan. It never expires, and you can move to a paid plan with lower
        fees later on.
      </p>
      <section
        aria-label="Free plan"
        className="rounded-card border border-ink bg-card p-5 shadow-[inset_0_0_0_1px_var(--ink)]"
      >
        <div className="flex items-baseline justify-between gap-4">
          <h2 className="font-semibold text-lg">Free</h2>
          <p>
            <span className="font-figures font-medium text-2xl">$0.00</span>{' '}
            <span className="text-soft">per month</span>
          </p>
        </div>
        <ul className="mt-4 grid gap-2.5">
          {INCLUDED.map((line) => (
            <li key={line} className="flex gap-2.5">
              <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-earned" />
              {line}
            </li>
          ))}
        </ul>
      </section>
    </FormPage>
  );
}
