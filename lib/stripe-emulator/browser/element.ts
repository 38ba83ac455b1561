import type {
  Api,
  ApiAnswer,
  ElementState,
  ElementType,
  FieldOptions,
  FromField,
  ToField,
} from './messages.ts';

export interface ElementOptions extends FieldOptions {
  classes?: Partial<Record<'base' | 'complete' | 'empty' | 'focus' | 'invalid', string>>;
  /** Accepted for the combined Element, which has no postal code field here. */
  hidePostalCode?: boolean;
}

type Listener = (event: Record<string, unknown>) => void;

/** An error in the page's code, for which the real Stripe.js throws, too. */
export class IntegrationError extends Error {
  override name = 'IntegrationError';
}

const titles: Record<ElementType, string> = {
  card: 'Secure card payment input frame',
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
};

const usualClasses = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
};

let frames = 0;
let asks = 0;

/** An Element: a frame in the page, and the state of it that the page may know. */
export class StripeElement {
  state: ElementState = { empty: true, complete: false };
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #answers = new Map<number, (answer: ApiAnswer) => void>();
  #host: HTMLElement | undefined;
  #frame: HTMLIFrameElement | undefined;
  #labels: Element[] = [];
  #options: ElementOptions;
  #loaded = false;
  #waiting: (() => void)[] = [];

  constructor(
    readonly type: ElementType,
    options: ElementOptions,
    private readonly fieldPage: string,
    private readonly onState: (element: StripeElement) => void,
    private readonly onDestroy: () => void,
  ) {
    this.#options = options;
  }

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  once(event: string, listener: Listener): this {
    const once: Listener = (payload) => {
      this.off(event, once);
      listener(payload);
    };
    return this.on(event, once);
  }

  off(event: string, listener?: Listener): this {
    if (listener) this.#listeners.get(event)?.delete(listener);
    else this.#listeners.delete(event);
    return this;
  }

  mount(place: string | HTMLElement): void {
    const host = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place;
    if (!host)
      throw new IntegrationError(
        `The selector you specified (${place}) applies to no DOM elements that are currently on the page.`,
      );
    if (this.#host === host) return;
    this.unmount();
    this.#host = host;
    host.replaceChildren(this.#newFrame());
    this.#labels = host.id
      ? [...document.querySelectorAll(`label[for='${CSS.escape(host.id)}']`)]
      : [];
    for (const label of this.#labels) label.addEventListener('click', this.#labelClicked);
    window.addEventListener('message', this.#received);
    this.#showClasses(false);
  }

  unmount(): void {
    window.removeEventListener('message', this.#received);
    for (const label of this.#labels) label.removeEventListener('click', this.#labelClicked);
    if (this.#host) {
      for (const name of Object.values({ ...usualClasses, ...this.#options.classes }))
        this.#host.classList.remove(...words(name));
      this.#host.replaceChildren();
    }
    this.#host = undefined;
    this.#frame = undefined;
    this.#loaded = false;
    this.state = { empty: true, complete: false };
  }

  destroy(): void {
    this.unmount();
    this.#listeners.clear();
    this.onDestroy();
  }

  focus(): void {
    this.#frame?.focus();
    this.send({ type: 'focus' });
  }

  blur(): void {
    this.send({ type: 'blur' });
    this.#frame?.blur();
  }

  clear(): void {
    this.send({ type: 'clear' });
  }

  update(options: ElementOptions): void {
    this.#options = { ...this.#options, ...options };
    this.send({ type: 'options', options: this.#fieldOptions() });
  }

  /** Sends a message to the frame, at once or when the frame is ready. */
  send(message: ToField, ports: MessagePort[] = []): void {
    const go = () =>
      this.#frame?.contentWindow?.postMessage(message, window.location.origin, ports);
    if (this.#loaded) go();
    else this.#waiting.push(go);
  }

  /** Makes the frame create a PaymentMethod from its value and those of the frames of `siblings`. */
  createPaymentMethod(
    api: Api,
    billingDetails: Record<string, unknown>,
    siblings: StripeElement[],
  ): Promise<ApiAnswer> {
    asks += 1;
    const askId = asks;
    const ports = siblings.map((sibling) => {
      const { port1, port2 } = new MessageChannel();
      sibling.send({ type: 'lend' }, [port2]);
      return port1;
    });
    return new Promise((resolve) => {
      this.#answers.set(askId, resolve);
      this.send({ type: 'create', api, billingDetails, askId }, ports);
    });
  }

  get mounted(): boolean {
    return this.#host !== undefined;
  }

  #newFrame(): HTMLElement {
    const wrapper = document.createElement('div');
    wrapper.className = '__PrivateStripeElement';
    const frame = document.createElement('iframe');
    frames += 1;
    frame.name = `__privateStripeFrame${frames}`;
    frame.title = titles[this.type];
    frame.src = `${this.fieldPage}#type=${this.type}`;
    frame.setAttribute('allowtransparency', 'true');
    frame.setAttribute('scrolling', 'no');
    // Without this, the transparent frame gets a white background in a page with a dark color scheme.
    frame.style.cssText =
      'border:0;margin:0;padding:0;display:block;width:1px;min-width:100%;height:19.2px;overflow:hidden;color-scheme:light only';
    wrapper.append(frame);
    this.#frame = frame;
    return wrapper;
  }

  #fieldOptions(): FieldOptions {
    const { style, placeholder, disabled, fonts } = this.#options;
    return { style, placeholder, disabled, fonts };
  }

  readonly #labelClicked = () => this.focus();

  readonly #received = (event: MessageEvent<FromField>) => {
    if (!this.#frame || event.source !== this.#frame.contentWindow) return;
    if (event.origin === window.location.origin) this.#hear(event.data);
  };

  #hear(message: FromField): void {
    switch (message.type) {
      case 'loaded':
        this.#loaded = true;
        this.send({ type: 'options', options: this.#fieldOptions() });
        for (const go of this.#waiting.splice(0)) go();
        return;
      case 'height':
        if (message.height > 0) this.#frame?.style.setProperty('height', `${message.height}px`);
        return;
      case 'change':
        this.#changed(message.state);
        return;
      case 'created':
        this.#answers.get(message.askId)?.(message.answer);
        this.#answers.delete(message.askId);
        return;
      case 'focus':
      case 'blur':
        this.#showClasses(message.type === 'focus');
    }
    this.#emit(message.type, {});
  }

  #changed(state: ElementState): void {
    this.state = state;
    this.#showClasses(undefined);
    this.#emit('change', { ...state, error: state.error, value: undefined });
    this.onState(this);
  }

  #emit(event: string, payload: Record<string, unknown>): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])])
      listener({ elementType: this.type, ...payload });
  }

  /** Updates the CSS classes. `focused` undefined leaves the focus class unchanged. */
  #showClasses(focused: boolean | undefined): void {
    const names = { ...usualClasses, ...this.#options.classes };
    const { empty, complete, error } = this.state;
    const wanted = { base: true, empty, complete, invalid: error !== undefined, focus: focused };
    for (const [key, on] of Object.entries(wanted)) {
      if (on === undefined) continue;
      for (const name of words(names[key as keyof typeof names]))
        this.#host?.classList.toggle(name, on);
    }
  }
}

function words(names: string): string[] {
  return names.split(/\s+/).filter(Boolean);
}
