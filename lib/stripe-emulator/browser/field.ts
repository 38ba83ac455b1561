import { ask } from './api-client.ts';
import {
  brandOf,
  type FieldKind,
  fieldState,
  formatField,
  incompleteError,
} from './card-fields.ts';
import type {
  ElementState,
  ElementType,
  FieldOptions,
  FromField,
  StyleRules,
  ToField,
} from './messages.ts';

// The script in the frame of an Element, the only place that can read what is typed.

const page = window.parent;
const origin = window.location.origin;
const type = (new URLSearchParams(window.location.hash.slice(1)).get('type') ??
  'card') as ElementType;
const kinds: FieldKind[] = type === 'card' ? ['cardNumber', 'cardExpiry', 'cardCvc'] : [type];

const attributes: Record<
  FieldKind,
  { name: string; autocomplete: AutoFill; label: string; placeholder: string }
> = {
  cardNumber: {
    name: 'cardnumber',
    autocomplete: 'cc-number',
    label: 'Credit or debit card number',
    placeholder: '1234 1234 1234 1234',
  },
  cardExpiry: {
    name: 'exp-date',
    autocomplete: 'cc-exp',
    label: 'Credit or debit card expiration date',
    placeholder: 'MM / YY',
  },
  cardCvc: {
    name: 'cvc',
    autocomplete: 'cc-csc',
    label: 'Credit or debit card CVC/CVV',
    placeholder: 'CVC',
  },
};

const inputs = new Map<FieldKind, HTMLInputElement>();
const left = new Set<FieldKind>();
let brand = 'unknown';
let told = '';

const typedIn = (kind: FieldKind) => inputs.get(kind)?.value ?? '';

function emitEvent(message: FromField): void {
  page.postMessage(message, origin);
}

function stateOf(kind: FieldKind) {
  return fieldState(kind, typedIn(kind), { left: left.has(kind), now: new Date(), brand });
}

/** Sets the state of each input. */
function review(): ElementState {
  const states = kinds.map((kind) => ({ kind, ...stateOf(kind) }));
  for (const { kind, error, complete, empty } of states) {
    const input = inputs.get(kind);
    input?.setAttribute('aria-invalid', String(error !== undefined));
    input?.classList.toggle('complete', complete);
    input?.classList.toggle('empty', empty);
  }
  const error = states.find((state) => state.error)?.error;
  const state: ElementState = {
    empty: states.every(({ empty }) => empty),
    complete: states.every(({ complete }) => complete),
    ...(error && { error }),
    ...(inputs.has('cardNumber') && { brand: brandOf(typedIn('cardNumber')) }),
  };
  return state;
}

/** Updates the inputs and notifies the page after a change. */
function tellChange(): void {
  const state = review();
  const text = JSON.stringify(state);
  if (text === told) return;
  told = text;
  emitEvent({ type: 'change', state });
}

/** Writes the formatted text and keeps the caret behind the same digit. */
function reformat(kind: FieldKind, input: HTMLInputElement, deleting: boolean): void {
  const caret = input.selectionStart ?? input.value.length;
  const atEnd = caret >= input.value.length;
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length;
  const shown = formatField(kind, input.value, deleting, brand);
  if (shown === input.value) return;
  input.value = shown;
  let place = 0;
  for (let seen = 0; seen < digitsBefore && place < shown.length; place += 1) {
    if (/\d/.test(shown.charAt(place))) seen += 1;
  }
  const position = atEnd ? shown.length : place;
  input.setSelectionRange(position, position);
}

/** In a combined form, moves the focus to the next field. */
function goOn(kind: FieldKind): void {
  const next = kinds[kinds.indexOf(kind) + 1];
  if (next && stateOf(kind).complete) inputs.get(next)?.focus();
}

function addInput(form: HTMLElement, kind: FieldKind): void {
  const { name, autocomplete, label, placeholder } = attributes[kind];
  const input = document.createElement('input');
  Object.assign(input, {
    name,
    autocomplete,
    placeholder,
    inputMode: 'numeric',
    spellcheck: false,
  });
  input.setAttribute('aria-label', label);
  input.setAttribute('autocorrect', 'off');
  input.addEventListener('input', (event) => {
    const deleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    reformat(kind, input, deleting);
    if (kind === 'cardNumber') brand = brandOf(input.value);
    left.delete(kind);
    tellChange();
    if (!deleting) goOn(kind);
  });
  input.addEventListener('focus', () => emitEvent({ type: 'focus' }));
  input.addEventListener('blur', (event) => {
    if (input.value !== '') left.add(kind);
    tellChange();
    if (!form.contains(event.relatedTarget as Node | null)) emitEvent({ type: 'blur' });
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') emitEvent({ type: 'escape' });
  });
  inputs.set(kind, input);
  form.append(input);
}

const variants: Record<string, string> = {
  base: 'input',
  complete: 'input.complete',
  empty: 'input.empty',
  invalid: "input[aria-invalid='true']",
};

/** Sets styles through the CSSOM, so that a value cannot add further properties. */
function applyRules(sheet: CSSStyleSheet, selector: string, rules: StyleRules): void {
  const rule = sheet.cssRules[
    sheet.insertRule(`${selector} {}`, sheet.cssRules.length)
  ] as CSSStyleRule;
  for (const [property, value] of Object.entries(rules)) {
    if (typeof value === 'object') applyRules(sheet, `${selector}${property}`, value);
    else
      rule.style.setProperty(
        property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        String(value),
      );
  }
}

function addFonts(fonts: FieldOptions['fonts']): void {
  for (const { cssSrc, family, src, weight, style } of fonts ?? []) {
    if (cssSrc)
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'stylesheet', href: cssSrc }),
      );
    if (!family || !src) continue;
    const face = new FontFace(family, src, { ...(weight && { weight }), ...(style && { style }) });
    document.fonts.add(face);
    void face.load().catch(() => {});
  }
}

let fontsAdded = false;

function apply(options: FieldOptions): void {
  const sheet = new CSSStyleSheet();
  for (const [variant, selector] of Object.entries(variants)) {
    const rules = options.style?.[variant as keyof NonNullable<FieldOptions['style']>];
    if (rules) applyRules(sheet, selector, rules);
  }
  document.adoptedStyleSheets = [sheet];
  if (!fontsAdded) addFonts(options.fonts);
  fontsAdded = true;
  for (const [kind, input] of inputs) {
    input.disabled = options.disabled ?? false;
    if (options.placeholder !== undefined && type !== 'card')
      input.placeholder = options.placeholder;
    if (type === 'card') input.placeholder = attributes[kind].placeholder;
  }
}

/** Requests the value of a sibling frame through the port between the two. */
function borrow(port: MessagePort): Promise<[FieldKind, string][]> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }) => {
      port.close();
      resolve(data);
    };
  });
}

async function createPaymentMethod(
  { api, billingDetails, askId }: Extract<ToField, { type: 'create' }>,
  ports: readonly MessagePort[],
): Promise<void> {
  const borrowed = (await Promise.all(ports.map(borrow))).flat();
  const values = new Map<FieldKind, string>([
    ...kinds.map((kind) => [kind, typedIn(kind)] as const),
    ...borrowed,
  ]);
  const [month = '', year = ''] = (values.get('cardExpiry') ?? '').split(' / ');
  const answer = await ask(api, 'POST', '/v1/payment_methods', {
    type: 'card',
    card: {
      number: (values.get('cardNumber') ?? '').replace(/\D/g, ''),
      exp_month: Number(month),
      exp_year: Number(year),
      cvc: values.get('cardCvc') || undefined,
    },
    billing_details: billingDetails,
  });
  emitEvent({ type: 'created', askId, answer });
}

function clear(): void {
  for (const input of inputs.values()) input.value = '';
  left.clear();
  brand = 'unknown';
  tellChange();
}

/** Called on submit: shows errors of incomplete fields. */
function finish(): void {
  for (const kind of kinds) left.add(kind);
  tellChange();
  const unfinished = kinds.find((kind) => !stateOf(kind).complete);
  if (!unfinished || !stateOf(unfinished).empty) return;
  inputs.get(unfinished)?.setAttribute('aria-invalid', 'true');
  emitEvent({
    type: 'change',
    state: { empty: true, complete: false, error: incompleteError(unfinished) },
  });
  told = '';
}

function focusFirstUnfinished(): void {
  const kind = kinds.find((candidate) => !stateOf(candidate).complete) ?? kinds[0];
  if (kind) inputs.get(kind)?.focus();
}

function obey(message: ToField, ports: readonly MessagePort[]): void {
  switch (message.type) {
    case 'options':
      apply(message.options);
      emitEvent({ type: 'ready' });
      break;
    case 'focus':
      focusFirstUnfinished();
      break;
    case 'blur':
      (document.activeElement as HTMLElement | null)?.blur();
      break;
    case 'brand':
      brand = message.brand;
      tellChange();
      break;
    case 'clear':
      clear();
      break;
    case 'finish':
      finish();
      break;
    case 'lend':
      ports[0]?.postMessage(kinds.map((kind) => [kind, typedIn(kind)]));
      break;
    case 'create':
      void createPaymentMethod(message, ports);
  }
}

const form = document.getElementById('fields') ?? document.body;
for (const kind of kinds) addInput(form, kind);
told = JSON.stringify(review());
window.addEventListener('message', (event: MessageEvent<ToField>) => {
  if (event.source === page && event.origin === origin) obey(event.data, event.ports);
});
new ResizeObserver(() => emitEvent({ type: 'height', height: form.offsetHeight })).observe(form);
emitEvent({ type: 'loaded' });
