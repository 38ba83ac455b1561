import type { FieldError } from './card-fields.ts';

export type ElementType = 'card' | 'cardNumber' | 'cardExpiry' | 'cardCvc';

/** `style` of an Element: variants (`base`, `invalid` …) of CSS properties, with nested pseudo selectors. */
export type StyleRules = { [property: string]: string | number | StyleRules };

export interface FieldOptions {
  style?: { base?: StyleRules; complete?: StyleRules; empty?: StyleRules; invalid?: StyleRules };
  placeholder?: string;
  disabled?: boolean;
  fonts?: { family?: string; src?: string; cssSrc?: string; weight?: string; style?: string }[];
}

/** What a page may know of a field: everything but what is in it. */
export interface ElementState {
  empty: boolean;
  complete: boolean;
  error?: FieldError;
  brand?: string;
}

/** What the answer to a request was, handed on from the frame that made it. */
export interface ApiAnswer {
  ok: boolean;
  body: Record<string, unknown>;
}

/** Where and as whom to ask. */
export interface Api {
  base: string;
  key: string;
}

/**
 * From the page to a field's frame. `lend` and `create` carry ports that join the frames of one form: what is typed
 * goes through them, never through the page.
 */
export type ToField =
  | { type: 'options'; options: FieldOptions }
  | { type: 'focus' | 'blur' | 'clear' | 'finish' | 'lend' }
  | { type: 'brand'; brand: string }
  | { type: 'create'; api: Api; billingDetails: Record<string, unknown>; askId: number };

/** From a field's frame to the page. */
export type FromField =
  | { type: 'loaded' | 'ready' | 'focus' | 'blur' | 'escape' }
  | { type: 'height'; height: number }
  | { type: 'change'; state: ElementState }
  | { type: 'created'; askId: number; answer: ApiAnswer };

/** From the bank's page to the page that pays. */
export type FromBank = { type: 'bank-done' };
/** And back: the person pressed Escape outside of it. */
export type ToBank = { type: 'bank-escape' };
