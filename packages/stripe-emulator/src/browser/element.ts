import type {
  Api,
  ApiAnswer,
  ElementStyle,
  ElementType,
  FromCardField,
  ToCardField,
} from './messages.ts';

type Listener = (event: Record<string, unknown>) => void;

const TITLES: Record<ElementType, string> = {
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
};

let frames = 0;

/** An Element: a card field in a frame of the page. */
export class StripeElement {
  readonly #listeners: { event: string; listener: Listener }[] = [];
  readonly frame = document.createElement('iframe');
  readonly #loaded: Promise<unknown>;

  constructor(
    readonly type: ElementType,
    private style: ElementStyle,
    fieldPage: string,
    /** The Elements of the same card. */
    readonly form: ReadonlyMap<ElementType, StripeElement>,
  ) {
    frames += 1;
    this.frame.name = `stripeCardField${frames}`;
    this.frame.title = TITLES[type];
    this.frame.src = `${fieldPage}#${type}`;
    // Without this color scheme, the transparent frame gets a white background in a dark page.
    this.frame.style.cssText = 'border:0;display:block;width:100%;color-scheme:light only';
    this.#setHeight();
    this.frame.addEventListener('load', () => {
      this.update({ style: this.style });
      this.#emit('ready');
    });
    this.#loaded = new Promise((resolve) => {
      this.frame.addEventListener('load', resolve, { once: true });
    });
  }

  on(event: 'ready' | 'change' | 'focus' | 'blur', listener: Listener): this {
    this.#listeners.push({ event, listener });
    return this;
  }

  mount(place: string | HTMLElement): void {
    const host = typeof place === 'string' ? document.querySelector(place) : place;
    if (!host) throw new Error(`No element to mount the card field in: ${place}`);
    if (host === this.frame.parentElement) return;
    window.addEventListener('message', this.#received);
    host.replaceChildren(this.frame);
  }

  focus(): void {
    this.frame.focus();
    void this.#send({ type: 'focus' });
  }

  update({ style = this.style }: { style?: ElementStyle }): void {
    this.style = style;
    this.#setHeight();
    void this.#send({ type: 'style', style });
  }

  /** An Element is as high as a line of its text. */
  #setHeight(): void {
    this.frame.style.height = this.style.base?.lineHeight ?? '20px';
  }

  destroy(): void {
    window.removeEventListener('message', this.#received);
    this.frame.remove();
  }

  /** Makes the frame create a PaymentMethod of its number and of what is typed into the other frames of the form. */
  createPaymentMethod(api: Api, billingDetails: Record<string, unknown>): Promise<ApiAnswer> {
    const { port1, port2 } = new MessageChannel();
    const frameNames = {
      expiry: this.form.get('cardExpiry')?.frame.name ?? '',
      cvc: this.form.get('cardCvc')?.frame.name ?? '',
    };
    void this.#send({ type: 'create', api, billingDetails, frameNames }, port2);
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
  }

  async #send(message: ToCardField, ...ports: MessagePort[]): Promise<void> {
    await this.#loaded;
    this.frame.contentWindow?.postMessage(message, window.location.origin, ports);
  }

  readonly #received = ({ source, origin, data }: MessageEvent<FromCardField>) => {
    if (source !== this.frame.contentWindow || origin !== window.location.origin) return;
    if (data.type === 'change') this.#emit('change', { ...data.state });
    else this.#emit(data.type);
  };

  #emit(event: string, payload: Record<string, unknown> = {}): void {
    for (const { listener } of this.#listeners.filter((each) => each.event === event))
      listener({ elementType: this.type, ...payload });
  }
}
