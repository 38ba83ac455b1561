import type { UseFormRegisterReturn } from 'react-hook-form';
import { socialUrl } from '#shared/rules/profiles/socials.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import type { Network } from './networks.ts';

export type SocialFieldProps = {
  network: Network;
  /** The current text of the field. */
  typed: string;
  input: UseFormRegisterReturn;
  error: string | undefined;
};

/* A handle or address on a network, with the address it links to. */
export function SocialField({ network, typed, input, error }: SocialFieldProps) {
  const address = socialUrl(network.network, typed);
  return (
    <Field
      label={network.label}
      error={error}
      hint={
        address && (
          <>
            Leads to{' '}
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              className="hit-area wrap-anywhere text-back underline underline-offset-4"
            >
              {shown(address)}
            </a>
          </>
        )
      }
    >
      <TextInput
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        spellCheck={false}
        placeholder="@handle"
        {...input}
      />
    </Field>
  );
}

/** The address in its short form for display. */
function shown(address: string): string {
  const short = address.replace(/^https:\/\/(www\.)?/, '');
  try {
    return decodeURI(short);
  } catch {
    return short;
  }
}
