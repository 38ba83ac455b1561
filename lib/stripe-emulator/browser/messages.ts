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

/** The state of a field that the page may know: everything except its value. */
export interface ElementState {
  empty: boolean;
  complete: boolean;
  error?: FieldError;
  brand?: string;
}

/** The result of a request, passed on by the frame that sent it. */
export interface ApiAnswer {
  ok: boolean;
  body: Record<string, unknown>;
}

/** The base URL of the API and the publishable key. */
export interface Api {
  base: string;
  key: string;
}

/**
 * A message from the page to a field's frame. `lend` and `create` transfer ports that connect the frames of a form, so that
 * card data never passes through the page.
 */
export type ToField =
  | { type: 'options'; options: FieldOptions }
  | { type: 'focus' | 'blur' | 'clear' | 'finish' | 'lend' }
  | { type: 'brand'; brand: string }
  | { type: 'create'; api: Api; billingDetails: Record<string, unknown>; askId: number };

/** A message from a field's frame to the page. */
export type FromField =
  | { type: 'loaded' | 'ready' | 'focus' | 'blur' | 'escape' }
  | { type: 'height'; height: number }
  | { type: 'change'; state: ElementState }
  | { type: 'created'; askId: number; answer: ApiAnswer };

/** A message from the 3-D Secure page to the page that pays. */
export type FromBank = { type: 'bank-done' };
/** A message to the 3-D Secure page: the person pressed Escape outside of it. */
export type ToBank = { type: 'bank-escape' };
