import {
  AUDIT_LEADING_KEYS,
  CHAT_LEADING_KEYS,
  CHATS_LEADING_KEYS,
  ENTRY_LEADING_KEYS,
  FIND_LEADING_KEYS,
  LIMIT_LEADING_KEYS,
  PUSH_LEADING_KEYS,
  USER_LEADING_KEYS,
  VIEWS_LEADING_KEYS,
} from '../../functions/storage/keys.ts';
import type { Limit, Use, Who } from '../../shared/api/operation.ts';
import type { SecretName } from '../../shared/secret-names.ts';
import { ConfigError } from '../cli-error.ts';
import type { Asked } from '../grants/asked.ts';
import { type Granted, listed, wordsFor } from '../grants/grants.ts';

/*
 * How far the grants of a function may go: what its definition `uses` is the most that it can be granted. What was seen
 * while tests ran never widens that.
 */

/** What decides the permissions of a function. */
export type Asking = {
  /** As lib/grants/grants.json calls it: `account/checkUser`. */
  readonly bundle: string;
  readonly uses: readonly Use[];
  /** Absent for functions that nobody calls over HTTP. */
  readonly who?: Who;
  readonly limits?: readonly Limit[];
};

/** The pictures of people, in the folders of functions/gateways/media.ts; what else is in the bucket is out of reach. */
export const PICTURES = ['avatars/*', 'bios/*'];

const READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITES = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
];
const reading = (secret: SecretName) => bound(['secretsmanager:GetSecretValue'], [secret]);
const STRIPE_KEY = reading('stripeKey');

type Bound = { readonly actions: readonly string[]; readonly of: readonly string[] | 'all' };

function bound(actions: readonly string[], of: Bound['of'] = 'all'): Bound {
  return { actions, of };
}

const BOUNDS: Readonly<Record<Use, readonly Bound[]>> = {
  'table.read': [bound(READS)],
  'table.write': [bound([...READS, ...WRITES])],
  views: [bound(['dynamodb:PutItem', 'dynamodb:UpdateItem'], [VIEWS_LEADING_KEYS])],
  marks: [bound(['dynamodb:UpdateItem'], [CHAT_LEADING_KEYS])],
  seats: [bound(['dynamodb:UpdateItem'], [CHATS_LEADING_KEYS])],
  contactPlaces: [bound(['dynamodb:UpdateItem'], [USER_LEADING_KEYS])],
  places: [bound(['dynamodb:PutItem', 'dynamodb:DeleteItem'], [FIND_LEADING_KEYS])],
  devices: [bound([...READS, ...WRITES], [PUSH_LEADING_KEYS])],
  // The following uses call Stripe.
  payments: [STRIPE_KEY],
  cards: [STRIPE_KEY],
  subscriptions: [STRIPE_KEY],
  statements: [STRIPE_KEY],
  payouts: [STRIPE_KEY],
  push: [reading('hashKey')],
  tokenKeys: [reading('tokenKeys')],
  hashKey: [reading('hashKey')],
  publishableKey: [reading('publishableKey')],
  webhookSecrets: [reading('webhookSecrets')],
  sms: [bound(['sns:Publish'], ['phone numbers'])],
  media: [
    bound(
      ['s3:PutObject', 's3:DeleteObject'],
      PICTURES.map((pictures) => `media/${pictures}`),
    ),
  ],
};

/** The most that a function can be granted. `also`: actions it has for what belongs to it alone. */
function boundsOf(asking: Asking, also: readonly string[]): readonly Bound[] {
  const { uses, who = 'anyone', limits = [] } = asking;
  return [
    ...uses.flatMap((use) => BOUNDS[use]),
    // Operations that write for a caller first read whether the session is live (functions/auth/live-session.ts).
    ...(who !== 'anyone' ? [bound(['dynamodb:BatchGetItem'], [USER_LEADING_KEYS])] : []),
    // Who may only read still counts the calls of others, and nothing else.
    ...(limits.some(({ inMemory }) => !inMemory)
      ? [bound(['dynamodb:UpdateItem'], [LIMIT_LEADING_KEYS])]
      : []),
    bound(also),
  ];
}

/** A ledger entry is written once. */
const changesLedger = ({ action, of }: Asked) =>
  of === ENTRY_LEADING_KEYS && ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'].includes(action);

/** What operators did is written by their own command, and by no function. */
const writesAudit = ({ action, of }: Asked) => of === AUDIT_LEADING_KEYS && WRITES.includes(action);

const isWithin =
  ({ action, of }: Asked) =>
  ({ actions, of: most }: Bound): boolean =>
    actions.includes(action.replace(/ on gsi\d$/, '')) && (most === 'all' || most.includes(of));

/** Throws a ConfigError when a grant goes further than the definition. */
export function holdInBounds(asking: Asking, granted: Granted, also: readonly string[]): void {
  const bounds = boundsOf(asking, also);
  const beyond = listed(granted).find(
    (asked) => changesLedger(asked) || writesAudit(asked) || !bounds.some(isWithin(asked)),
  );
  if (beyond)
    throw new ConfigError(
      `lib/grants/grants.json lets ${asking.bundle} ${wordsFor(beyond)}; its definition uses ${asking.uses.join(', ') || 'nothing'}, which does not allow that.`,
    );
}
