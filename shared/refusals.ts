/**
 * The expected errors of operations: for each code, the HTTP status and the default message. Only these codes can be
 * thrown.
 */
export const REFUSALS = {
  INVALID_INPUT: { http: 400, sentence: 'Please check the fields marked below.' },
  UNAUTHENTICATED: { http: 401, sentence: 'Please sign in to continue.' },
  CARD_DECLINED: {
    http: 402,
    sentence:
      'Your card was declined. Your letter wasn’t sent and you weren’t charged. Try another card.',
  },
  CARD_ACTION_REQUIRED: { http: 402, sentence: 'Your bank wants you to confirm this payment.' },
  FORBIDDEN: {
    http: 403,
    sentence: 'Your account doesn’t have permission to do this. Nothing was changed.',
  },
  /** The desk needs a session that began with a passkey. */
  PASSKEY_SIGN_IN_REQUIRED: {
    http: 403,
    sentence: 'The desk needs a passkey. Sign out, then sign in with your passkey.',
  },
  UNVERIFIED: { http: 403, sentence: 'Please confirm your phone number first.' },
  PLAN_REQUIRED: {
    http: 403,
    sentence: 'Contacts and chat come with the Starter and Professional plans.',
  },
  PAYMENT_METHOD_REQUIRED: { http: 409, sentence: 'Please add a card first.' },
  NOT_FOUND: {
    http: 404,
    sentence: 'We couldn’t find that. It may have been deleted, or the link may be incomplete.',
  },
  USERNAME_TAKEN: { http: 409, sentence: 'Username already in use' },
  PHONE_TAKEN: { http: 409, sentence: 'Phone number already in use' },
  PENDING_INBOX_EXISTS: {
    http: 409,
    sentence:
      'You already have a pending message with this user. You must wait for them to respond before sending a new message.',
  },
  NOT_ACCEPTING: { http: 409, sentence: 'This person isn’t accepting letters right now.' },
  PRICE_CHANGED: { http: 409, sentence: 'The price has changed. Nothing was charged.' },
  DRAFT_CHANGED: {
    http: 409,
    sentence:
      'This draft was changed on another device or in another tab. Review it before you send it.',
  },
  /** A file of the message is still being uploaded or checked, was refused, or is gone. */
  ATTACHMENTS_NOT_READY: {
    http: 409,
    sentence:
      'A file isn’t ready yet. Nothing was sent or charged. Try again when all files are ready.',
  },
  WRONG_STATUS: {
    http: 409,
    sentence:
      'This conversation just changed, so that wasn’t done. Check where it stands before you try again.',
  },
  /** The call has to be repeated with a confirmation by a passkey (`beginPasskeyConfirmation`). */
  PASSKEY_REQUIRED: { http: 428, sentence: 'Please confirm this with your passkey.' },
  /** The call has to be repeated with a proof of work: `details` has its `challenge`, `bits` and `bytes`. */
  PROOF_OF_WORK_REQUIRED: {
    http: 428,
    sentence: 'We need to check that you’re not a bot. Please try again.',
  },
  TOO_MANY_REQUESTS: {
    http: 429,
    sentence: 'Too many attempts. Please wait a moment and try again.',
  },
  UNAVAILABLE: {
    http: 503,
    sentence:
      'Part of our service didn’t respond, so we couldn’t finish this. It’s safe to try again in a moment.',
  },
  INTERNAL: { http: 500, sentence: 'Something went wrong on our side. Please try again.' },
} as const satisfies Record<string, { http: number; sentence: string }>;

export type RefusalCode = keyof typeof REFUSALS;

/**
 * The optional parts of a refusal: a message that replaces the default, `fields` for invalid input, and `details`, which
 * the definition of the operation names (`clientSecret`, `price` …).
 */
export type RefusalBody = {
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds after which a retry makes sense: the `Retry-After` header. */
  readonly retryAfter?: number;
};

/** The seconds after which a call that was UNAVAILABLE is worth repeating. */
export const UNAVAILABLE_SECONDS = 3;

/** An expected error, whose message is shown to people. Any other error is a fault, and its response is INTERNAL. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfter: number | undefined;

  constructor(code: RefusalCode, body: RefusalBody = {}) {
    super(body.message ?? REFUSALS[code].sentence);
    this.name = 'Refusal';
    this.code = code;
    this.fields = body.fields;
    this.details = body.details ?? {};
    this.retryAfter = body.retryAfter ?? (code === 'UNAVAILABLE' ? UNAVAILABLE_SECONDS : undefined);
  }

  get http(): number {
    return REFUSALS[this.code].http;
  }
}

/** Makes the refusal of invalid input, with a message for each field. The first one is also the message of the refusal. */
export function invalidInput(fields: Readonly<Record<string, string>>): Refusal {
  const [first] = Object.values(fields);
  return new Refusal('INVALID_INPUT', { fields, ...(first ? { message: first } : {}) });
}
