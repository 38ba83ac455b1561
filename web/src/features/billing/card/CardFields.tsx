import { useEffect, useRef } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Field, useField } from '#web/ui/Field.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import type { CardFieldName, CardFieldState, CardForm, SecurityCodeName } from './card-provider.ts';
import type { CardFormState } from './use-card-form.ts';

/* The fields of a new card: the name is our own input; number, expiration and security code are Stripe's fields. */

export type CardErrors = Partial<Record<CardFieldName | 'name', string>>;

export type CardFieldsProps = {
  state: CardFormState;
  name: string;
  onName: (name: string) => void;
  faults: CardErrors;
  fields: Readonly<Record<CardFieldName, CardFieldState>>;
  onField: (field: CardFieldName, state: CardFieldState) => void;
  securityCode: SecurityCodeName;
};

export function CardFields(props: CardFieldsProps) {
  const { state, name, onName, faults, fields, onField, securityCode } = props;
  if (state.is === 'failed') {
    return <ErrorState words="The card form didn’t load." onRetry={state.retry} />;
  }
  if (state.is === 'loading') return <CardSkeleton height={FIELDS_HEIGHT} />;
  const box = (field: CardFieldName) => (
    <ProviderBox
      form={state.form}
      field={field}
      focused={fields[field].focused}
      onState={(next) => onField(field, next)}
    />
  );
  return (
    <div className="card-fields">
      <Field label="Card number" group inset error={faults.cardNumber}>
        {box('cardNumber')}
      </Field>
      {/* Side by side, unless the text is so large that a name would wrap. */}
      <div className="card-fields-row">
        <Field label="Expiration" group inset error={faults.cardExpiry}>
          {box('cardExpiry')}
        </Field>
        <Field label={securityCode} group inset error={faults.cardCvc}>
          {box('cardCvc')}
        </Field>
      </div>
      <Field label="Name on card" inset error={faults.name}>
        <NameInput name={name} onName={onName} />
      </Field>
    </div>
  );
}

/** The height of the three rows, in px. Stripe's frames have their place in them before they arrive. */
const FIELDS_HEIGHT = 208;

function NameInput({ name, onName }: Pick<CardFieldsProps, 'name' | 'onName'>) {
  return (
    <TextInput
      bare
      value={name}
      autoComplete="cc-name"
      autoCapitalize="words"
      spellCheck={false}
      className="text-base"
      onChange={(event) => onName(event.currentTarget.value)}
    />
  );
}

type ProviderBoxProps = {
  form: CardForm;
  field: CardFieldName;
  focused: boolean;
  onState: (state: CardFieldState) => void;
};

function ProviderBox({ form, field, focused, onState }: ProviderBoxProps) {
  const invalid = useField()['aria-invalid'];
  const place = useRef<HTMLDivElement>(null);
  const tell = useRef(onState);
  tell.current = onState;
  useEffect(() => {
    if (place.current) form.mount(field, place.current, (state) => tell.current(state));
  }, [form, field]);
  return (
    <div
      className={classNames(
        'card-field-box',
        invalid && 'card-field-invalid',
        focused && 'card-field-focused',
      )}
    >
      {/* Stripe's frame is a transparent page with a light color scheme; in a dark page browsers would give it a white background. */}
      <div ref={place} className="min-h-9 scheme-light" />
    </div>
  );
}
