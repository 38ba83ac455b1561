import { useEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormProps, useForm } from 'react-hook-form';
import { parsedJson } from '../api/parsed-json.ts';
import { deviceStorage, type KeyValueStorage } from '../api/storage.ts';
import { useDraft } from './use-draft.ts';

/** The fields that are never stored: passwords, codes and cards. */
const SECRET = /password|^code$|verificationCode|digits|card/i;

export type DraftFormOptions<Fields extends FieldValues, Values> = Omit<
  UseFormProps<Fields, unknown, Values>,
  'defaultValues'
> & {
  readonly defaultValues: Fields;
  /** Names the form and what it is about. */
  readonly draftKey: string;
  /** Where it is stored; the tab alone for a form of somebody who is not signed in. */
  readonly storage?: KeyValueStorage;
};

/**
 * A form whose fields are kept on this device until they are sent, so that a reload loses nothing. A draft is restored only over the
 * values that it was begun with: what was changed elsewhere since is newer. Signing out deletes it.
 * docs/product/browsers.md#drafts-of-forms
 */
export function useDraftForm<Fields extends FieldValues, Values = Fields>({
  draftKey,
  storage = deviceStorage,
  defaultValues,
  ...options
}: DraftFormOptions<Fields, Values>) {
  const draft = useDraft(draftKey, storage);
  const [base] = useState(() => textOf(defaultValues));
  const [begun] = useState(() => restored(draft.read(), base));
  const form = useForm<Fields, unknown, Values>({
    ...options,
    defaultValues: { ...defaultValues, ...begun } as DefaultValues<Fields>,
  });
  const [keeping] = useState({ isOver: false });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const text = textOf(values as Fields);
          if (keeping.isOver || text === base) draft.clear();
          else draft.write(JSON.stringify({ base, values: JSON.parse(text) }));
        },
      }),
    [form, draft, base, keeping],
  );
  return {
    form,
    /** Deletes the draft, which was sent or is not wanted. */
    clearDraft: () => {
      keeping.isOver = true;
      draft.clear();
    },
  };
}

/** What is stored of the values of a form. */
const textOf = (values: FieldValues): string =>
  JSON.stringify(values, (name, value) => (SECRET.test(name) ? undefined : value));

function restored(text: string, base: string): FieldValues | undefined {
  const kept = parsedJson(text);
  return isDraft(kept) && kept.base === base ? kept.values : undefined;
}

const isDraft = (kept: unknown): kept is { base: string; values: FieldValues } =>
  typeof kept === 'object' &&
  kept !== null &&
  'base' in kept &&
  'values' in kept &&
  typeof kept.values === 'object' &&
  kept.values !== null;
