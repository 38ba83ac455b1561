import { type Ref, useId } from 'react';
import { Field } from '../../../../ui/Field.tsx';
import { RadioCards } from '../../../../ui/RadioCards.tsx';
import { Stamp } from '../../../../ui/Stamp.tsx';
import { firstName } from '../../conversation.ts';
import { tierWords } from '../../tier-words.ts';
import type { TierChoiceState } from './chosen-tier.ts';
import type { Profile } from './recipient.ts';

export type TierChoiceProps = Pick<TierChoiceState, 'tier' | 'choose'> & {
  profile: Profile;
  error: string | undefined;
  ref: Ref<HTMLDivElement>;
};

/* The answers that the recipient offers: for each its price, and what the sender gets. */
export function TierChoice({ profile, tier, choose, error, ref }: TierChoiceProps) {
  const name = useId();
  return (
    <div ref={ref} className="grid">
      <Field label={`What ${firstName(profile.fullName)} offers`} group error={error}>
        <RadioCards
          name={name}
          value={tier?.id}
          onValueChange={choose}
          options={(profile.tiers ?? []).map((offered) => ({
            value: offered.id,
            label: offered.name,
            hint: tierWords(offered),
            trailing: <Stamp price={offered.price} width={72} />,
          }))}
        />
      </Field>
    </div>
  );
}
