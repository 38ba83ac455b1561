import { useEffect, useState } from 'react';
import { type CardForm, loadCardProvider, makeCardForm } from './card-provider.ts';

export type CardFormState =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly retry: () => void }
  | { readonly is: 'ready'; readonly form: CardForm };

/** Stripe's card fields while `wanted` is true; they follow the color scheme of the page. */
export function useCardForm(wanted: boolean): CardFormState {
  const [state, setState] = useState<CardFormState>({ is: 'loading' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another try
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    let form: CardForm | undefined;
    setState({ is: 'loading' });
    loadCardProvider().then(
      (stripe) => {
        if (gone) return;
        form = makeCardForm(stripe);
        setState({ is: 'ready', form });
      },
      () => !gone && setState({ is: 'failed', retry: () => setRound((before) => before + 1) }),
    );
    const unfollow = followColors(() => form?.restyle());
    return () => {
      gone = true;
      unfollow();
      form?.destroy();
    };
  }, [wanted, round]);
  return state;
}

/** Calls `changed` whenever the colors of the page change; returns a function that ends this. */
export function followColors(changed: () => void): () => void {
  const scheme = window.matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', changed);
  const watch = new MutationObserver(changed);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    scheme.removeEventListener('change', changed);
    watch.disconnect();
  };
}
