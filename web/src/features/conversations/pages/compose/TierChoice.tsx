import { type Ref, useId } from 'react';
import { OWN_PRICE } from '#web/paths.ts';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import { firstName } from '../../conversation.ts';
import type { Profile } from '../../recipient.ts';
import { tierWords } from '../../tier-words.ts';
import type { TierChoiceState } from './chosen-tier.ts';

export type TierChoiceProps = Pick<TierChoiceState, 'choose'> & {
  profile: Profile;
  chosen: string | undefined;
  error: string | undefined;
  ref: Ref<HTMLDivElement>;
};

/* The answers that the recipient offers: for each its price, and what the sender gets. */
export function TierChoice({ profile, chosen, choose, error, ref }: TierChoiceProps) {
  const name = useId();
  return (
    <div ref={ref} className="grid">
      <Field label={`What ${firstName(profile.fullName)} offers`} group="radios" error={error}>
        <RadioCards
          name={name}
          value={chosen}
          onValueChange={choose}
          options={optionsOf(profile)}
        />
      </Field>
    </div>
  );
}

function optionsOf({ tiers = [], yourPrice }: Profile) {
  const offered = tiers.map((tier) => ({
    value: tier.id,
    label: tier.name,
    hint: tierWords(tier),
    trailing: <Stamp price={tier.price} width={72} />,
  }));
  if (yourPrice === undefined) return offered;
  const trailing = <Stamp price={yourPrice} width={72} />;
  return [{ value: OWN_PRICE, label: 'One answer', hint: 'Your price', trailing }, ...offered];
}
