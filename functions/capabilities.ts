import type { Use } from '../shared/api/operation.ts';
import type { Instant } from '../shared/time.ts';
import type { Cards } from './gateways/cards.ts';
import type { Disputes } from './gateways/disputes.ts';
import type { EmailGateway } from './gateways/email.ts';
import type { ExportFiles, ExportLinks } from './gateways/exports.ts';
import type { Live } from './gateways/live.ts';
import type { ChatPictures, Media } from './gateways/media.ts';
import type { Pages } from './gateways/pages.ts';
import type { Payments } from './gateways/payments.ts';
import type { Payouts } from './gateways/payouts.ts';
import type { Push } from './gateways/push.ts';
import type { SecretOf } from './gateways/secrets.ts';
import type { Sms } from './gateways/sms.ts';
import type { Statements } from './gateways/statements.ts';
import type { Subscriptions } from './gateways/subscriptions.ts';
import type { ChatMembership } from './storage/chat/chat-members.ts';
import type { ChatReceipts } from './storage/chat/typing-and-read-receipts.ts';
import type { ContactListOrder } from './storage/contacts/contacts.ts';
import type { Devices } from './storage/notifications/devices.ts';
import type { Click, View, VisitedDay } from './storage/profiles/profile-views.ts';
import type { IndexUpdate } from './storage/search/search-index.ts';
import type { TableReader, TableWriter } from './storage/table.ts';

/** The capabilities that are narrower than access to the table: a single action, gateway or secret. */
type NarrowCapabilities = {
  'chats.mark': { readonly receipts: ChatReceipts };
  'chats.move': {
    readonly moveMembership: (membership: ChatMembership) => Promise<'done' | 'STAYS'>;
  };
  'contacts.move': { readonly contactOrder: ContactListOrder };
  'search.write': {
    readonly writeIndexUpdate: (indexUpdate: IndexUpdate) => Promise<'done' | 'MOVED'>;
  };
  'views.record': {
    readonly recordView: (view: View, now: Instant) => Promise<void>;
    readonly recordClick: (click: Click, now: Instant) => Promise<void>;
  };
  'views.count': {
    readonly addViews: (ownerId: string, views: number) => Promise<void>;
    readonly addToDay: (day: VisitedDay) => Promise<void>;
  };
  'devices.write': { readonly devices: Devices };
  payments: { readonly payments: Payments };
  disputes: { readonly disputes: Disputes };
  cards: { readonly cards: Cards };
  subscriptions: { readonly subscriptions: Subscriptions };
  payouts: { readonly payouts: Payouts };
  statements: { readonly statements: Statements };
  sms: { readonly sms: Sms };
  'email.send': { readonly email: EmailGateway };
  media: { readonly media: Media };
  chatPictures: { readonly chatPictures: ChatPictures };
  'exports.keep': { readonly exportFiles: ExportFiles };
  'exports.link': { readonly exportLinks: ExportLinks };
  'web.fetch': { readonly pages: Pages };
  push: { readonly push: Push };
  live: { readonly live: Live };
  tokenKeys: object;
  hashKey: { readonly hashKey: () => Promise<SecretOf<'hashKey'>> };
  publishableKey: { readonly publishableKey: () => Promise<SecretOf<'publishableKey'>> };
  webhookSecrets: {
    readonly webhookSecrets: (notOlderThan?: number) => Promise<SecretOf<'webhookSecrets'>>;
  };
};

/** The parameters that each capability gives a handler: for most, the table, to read or to write. */
export type Capabilities = {
  [U in Use]: U extends keyof NarrowCapabilities
    ? NarrowCapabilities[U]
    : U extends `${string}.read`
      ? { readonly table: TableReader }
      : { readonly table: TableWriter };
};

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The combined result of a set of capabilities; an empty object for none. */
export type CapabilitiesOf<U extends Use> = [U] extends [never]
  ? unknown
  : Intersection<Capabilities[U]>;

/** How a call sees the table: as it is, or with items that were read ahead (storage/read-ahead.ts). */
type TableOfCall = (table: TableWriter) => TableWriter;
type Implementation<U extends Use> = () => Promise<(ofCall: TableOfCall) => Capabilities[U]>;

const inTable = async () => {
  const { table } = await import('./storage/table.ts');
  return (ofCall: TableOfCall) => ({ table: ofCall(table) });
};

/** Each implementation is imported only if it is used, so that no function bundles the libraries of another. */
const implementations: { readonly [U in keyof NarrowCapabilities]: Implementation<U> } = {
  'chats.mark': async () => {
    const [{ chatReceipts }, { table }] = await Promise.all([
      import('./storage/chat/typing-and-read-receipts.ts'),
      import('./storage/table.ts'),
    ]);
    return () => ({ receipts: chatReceipts(table) });
  },
  'chats.move': async () => {
    const [{ moveMembership }, { table }] = await Promise.all([
      import('./storage/chat/chat-members.ts'),
      import('./storage/table.ts'),
    ]);
    return () => ({ moveMembership: (membership) => moveMembership(table, membership) });
  },
  'contacts.move': async () => {
    const [{ contactListOrder }, { table }] = await Promise.all([
      import('./storage/contacts/contacts.ts'),
      import('./storage/table.ts'),
    ]);
    return () => ({ contactOrder: contactListOrder(table) });
  },
  'search.write': async () => {
    const [{ writeIndexUpdate }, { table }] = await Promise.all([
      import('./storage/search/search-index.ts'),
      import('./storage/table.ts'),
    ]);
    return () => ({ writeIndexUpdate: (indexUpdate) => writeIndexUpdate(table, indexUpdate) });
  },
  'views.record': async () => {
    const [{ recordClick, recordView }, { table }] = await Promise.all([
      import('./storage/profiles/profile-views.ts'),
      import('./storage/table.ts'),
    ]);
    return () => ({
      recordView: (view, now) => recordView(table, view, now),
      recordClick: (click, now) => recordClick(table, click, now),
    });
  },
  'views.count': async () => {
    const [{ addToDay, addViews }, { table }] = await Promise.all([
      import('./storage/profiles/profile-views.ts'),
      import('./storage/table.ts'),
    ]);
    return () => ({
      addViews: (ownerId, views) => addViews(table, ownerId, views),
      addToDay: (day) => addToDay(table, day),
    });
  },
  'devices.write': async () => {
    const [{ deviceStore }, { table }] = await Promise.all([
      import('./storage/notifications/devices.ts'),
      import('./storage/table.ts'),
    ]);
    return (ofCall) => ({ devices: deviceStore(ofCall(table)) });
  },
  payments: async () => {
    const { payments } = await import('./gateways/payments.ts');
    return () => ({ payments });
  },
  disputes: async () => {
    const { disputes } = await import('./gateways/disputes.ts');
    return () => ({ disputes });
  },
  cards: async () => {
    const { cards } = await import('./gateways/cards.ts');
    return () => ({ cards });
  },
  subscriptions: async () => {
    const { subscriptions } = await import('./gateways/subscriptions.ts');
    return () => ({ subscriptions });
  },
  payouts: async () => {
    const { payouts } = await import('./gateways/payouts.ts');
    return () => ({ payouts });
  },
  statements: async () => {
    const { statements } = await import('./gateways/statements.ts');
    return () => ({ statements });
  },
  sms: async () => {
    const { sms } = await import('./gateways/sms.ts');
    return () => ({ sms });
  },
  'email.send': async () => {
    const { email } = await import('./gateways/email.ts');
    return () => ({ email });
  },
  media: async () => {
    const { media } = await import('./gateways/media.ts');
    return () => ({ media });
  },
  chatPictures: async () => {
    const { chatPictures } = await import('./gateways/media.ts');
    return () => ({ chatPictures });
  },
  'exports.keep': async () => {
    const { exportFiles } = await import('./gateways/exports.ts');
    return () => ({ exportFiles });
  },
  'exports.link': async () => {
    const { exportLinks } = await import('./gateways/exports.ts');
    return () => ({ exportLinks });
  },
  'web.fetch': async () => {
    const { pages } = await import('./gateways/pages.ts');
    return () => ({ pages });
  },
  push: async () => {
    const { push } = await import('./gateways/push.ts');
    return () => ({ push });
  },
  live: async () => {
    const { live } = await import('./gateways/live.ts');
    return () => ({ live });
  },
  // Allows reading the secret only: functions/auth/sign-tokens.ts reads the key itself.
  tokenKeys: async () => () => ({}),
  hashKey: async () => {
    const { secret } = await import('./gateways/secrets.ts');
    return () => ({ hashKey: () => secret('hashKey') });
  },
  publishableKey: async () => {
    const { secret } = await import('./gateways/secrets.ts');
    return () => ({ publishableKey: () => secret('publishableKey') });
  },
  webhookSecrets: async () => {
    const { secret } = await import('./gateways/secrets.ts');
    return () => ({ webhookSecrets: (notOlderThan) => secret('webhookSecrets', notOlderThan) });
  },
};

const isNarrow = (use: Use): use is keyof NarrowCapabilities => use in implementations;

/**
 * Loads the implementations of a definition's capabilities, and returns what makes those of one call. It starts at cold start,
 * so that they are ready for the first call.
 */
export async function provide<const U extends Use>(
  uses: readonly U[],
): Promise<(ofCall?: TableOfCall) => CapabilitiesOf<U>> {
  const parts = await Promise.all(
    uses.map((use) => (isNarrow(use) ? implementations[use]() : inTable())),
  );
  return (ofCall = (table) => table) =>
    Object.assign({}, ...parts.map((part) => part(ofCall))) as CapabilitiesOf<U>;
}
