import * as z from 'zod';

/** Who may call: anyone · signed in · signed in and phone confirmed · as that, on a paid plan. */
export type Who = 'anyone' | 'signedIn' | 'verified' | 'member';

/** What an operation may touch. It is the permission: in the types of what its handler is given, and in IAM. */
export type Use =
  | 'table.read'
  | 'table.write'
  | 'payments'
  /** Puts cards on people's file at the provider. */
  | 'cards'
  /** Begins, changes and ends what people pay every month. */
  | 'subscriptions'
  /** Reads what the provider's books say, to compare; asks for nothing. */
  | 'statements'
  /** Sends people what they earned, and sets up their accounts for it. */
  | 'payouts'
  | 'sms'
  /** Stores and removes pictures of people, in their two folders of the media bucket. */
  | 'media'
  /** Counts who looks at a profile, and writes nothing else: whoever looks needs no account. */
  | 'views'
  /** Enters where people are found by their names, and writes nothing else. */
  | 'places'
  /** Marks in chats who is writing and how far somebody has read, and writes nothing else. */
  | 'marks'
  /** Moves chats up in people's lists, and writes nothing else. */
  | 'seats'
  /** Moves contacts in each other's lists, and writes nothing else. */
  | 'contactPlaces'
  /** Keeps on which devices people are told, and which were told of what, and writes nothing else. */
  | 'devices'
  /** Hands messages to people's devices. */
  | 'push'
  /** Signs access tokens. */
  | 'tokenKeys'
  /** Names things by a keyed hash, or reads the keys of web push, which follow from the same key. */
  | 'hashKey'
  /** Reads what browsers know Stripe by. */
  | 'publishableKey'
  /** Reads what Stripe signs its webhooks with. */
  | 'webhookSecrets';

/**
 * At most `max` calls in `within` seconds, counted per caller, per address, or per value of one input field: the value
 * from everywhere, or `from: 'address'` from one address, so that nobody locks another person out from elsewhere.
 * A call that one limit stops is not counted by those after it.
 *
 * `spares: 'knownDevice'`: what strangers used up does not stop a device on which the account that the input names was
 * signed in. It is counted by itself from then on, against a limit of the same size.
 */
export type Limit = {
  readonly per: 'caller' | 'address' | { readonly field: string; readonly from?: 'address' };
  readonly max: number;
  readonly within: number;
  readonly spares?: 'knownDevice';
  /**
   * Counted in the memory of each container instead of in the table: it costs nothing, needs no grant, and lets a caller
   * make `max` calls in each container that runs at once.
   */
  readonly inMemory?: true;
};

export type OperationSpec = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly who: Who;
  /**
   * Of what anyone may call: a good access token that comes along says who it is. Without one, or with one that is
   * forged or expired, the caller is nobody and is answered all the same.
   */
  readonly knowsCaller?: true;
  /**
   * Of what anyone may call by GET: what it answers to a caller who does not say who they are is the same for everybody, and
   * CloudFront keeps it for so many seconds. What it refuses, and what it says to who is signed in, is never kept.
   */
  readonly sharedSeconds?: number;
  readonly uses: readonly Use[];
  /** It gives, takes or ends a refresh token, which the web app has in a cookie: functions/refresh-cookie.ts. */
  readonly refreshCookie?: true;
  /** It asks on which device it is called: the web app sends the tokens of the device along (shared/device-token.ts). */
  readonly knowsDevice?: true;
  /** Of what is for people who are signed in: all it does is end the caller's session, so it is answered after that, too. */
  readonly endsSession?: true;
  /**
   * Why a repeated call does nothing twice and succeeds again, its first answer lost. `byKey`: it takes an Idempotency-Key,
   * and its handler claims the key with what it makes. `byNature`: what it makes or ends follows from its input, so that a
   * second time finds it there, or gone. Every operation that creates or ends something says one of them.
   */
  readonly idempotent?: 'byKey' | 'byNature';
  /** The operation that this one is another name of: a key that was sent to one of them is known to the other. */
  readonly aliasOf?: string;
  readonly limits: readonly Limit[];
  /** Bytes of its body, or of its query, as they travel. More is refused before it is read. */
  readonly maxBodyBytes: number;
  /** What its failure does to a person, in English: the text of its alarm. */
  readonly impact: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
};

/** The one definition of an operation. Handler, route, grants, local server and web client are read from it. */
export function operation<
  const Spec extends Omit<OperationSpec, Defaulted> & Partial<Pick<OperationSpec, Defaulted>>,
>(spec: Spec): Operation<Spec> {
  const defaults = {
    path: `/api/${spec.name}`,
    limits: spec.who === 'anyone' ? [] : [EVERY_CALLER],
    maxBodyBytes: FIELDS_BODY,
  };
  return { ...defaults, ...spec } as Operation<Spec>;
}

type Defaulted = 'path' | 'limits' | 'maxBodyBytes';

/*
 * How large a body may be. In a form a character takes up to nine bytes (`%E2%82%AC`);
 * test/house/body-limits.test.ts holds these against the longest input that each definition takes.
 */
const FIELDS_BODY = 64 * 1024;
/** With a letter of 60,000 characters. */
export const LETTER_BODY = 640 * 1024;
/** With pictures. A function takes an event of 6 MB, in which a form stands in base64. */
export const PICTURES_BODY = 4.25 * 1024 * 1024;

export type Operation<Spec> = Spec & OperationSpec;

/** What a handler gets: the input after decoding. */
export type Input<Op extends { input: z.ZodObject }> = z.output<Op['input']>;
/** What a handler returns and the client's caller receives. */
export type Output<Op extends { output: z.ZodObject }> = z.output<Op['output']>;
/** What a caller sends, as it is typed into a form. */
export type WireInput<Op extends { input: z.ZodObject }> = z.input<Op['input']>;

export const nothing = z.object({});
/** One entity, as `data: [entity]`. */
export const one = <Entity extends z.ZodType>(entity: Entity) =>
  z.object({ data: z.array(entity).length(1) });
/** Every entity there is, as `data`. */
export const all = <Entity extends z.ZodType>(entity: Entity) =>
  z.object({ data: z.array(entity) });
/** A page of entities: how many match over all pages, and the cursor of the next page where there is one. */
export const page = <Entity extends z.ZodType>(entity: Entity) =>
  z.object({ pageTotal: z.int(), data: z.array(entity), cursor: z.string().optional() });

/** Seconds that a public answer is shared: a rush on one profile is one question to us in each of them. */
export const A_MOMENT = 5;

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * The limit of what people read or mark while they are signed in, unless the definition names another. The web app asks for
 * the same thing at most once a second, in some tabs at once: ten a second is a program.
 */
const EVERY_CALLER: Limit = { per: 'caller', max: 600, within: MINUTE, inMemory: true };
