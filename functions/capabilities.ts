import type { Use } from '#shared/api/operation.ts';
import type { Instant } from '#shared/time.ts';
import type {
  AttachmentFiles,
  AttachmentLinks,
  AttachmentRemoval,
  AttachmentUploads,
} from './gateways/attachment-files.ts';
import type { Cards } from './gateways/cards.ts';
import type { Disputes } from './gateways/disputes.ts';
import type { EmailGateway } from './gateways/email.ts';
import type { ExportFiles, ExportLinks } from './gateways/exports.ts';
import type { Live } from './gateways/live.ts';
import type { ChatPictures, Media } from './gateways/media.ts';
import type { MessagePictureAt } from './gateways/message-pictures.ts';
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
import { type TableReader, type TableWriter, table } from './storage/table.ts';

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
  'chatPictures.read': { readonly messagePictureAt: MessagePictureAt };
  'attachmentFiles.upload': { readonly attachmentUploads: AttachmentUploads };
  'attachmentFiles.link': { readonly attachmentLinks: AttachmentLinks };
  'attachmentFiles.check': { readonly attachmentFiles: AttachmentFiles };
  'attachmentFiles.remove': { readonly attachmentRemoval: AttachmentRemoval };
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
type Capabilities = {
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

/** The parameters that storage makes from the table of a call. */
const MADE_FROM_TABLE = [
  'receipts',
  'moveMembership',
  'contactOrder',
  'writeIndexUpdate',
  'recordView',
  'recordClick',
  'addViews',
  'addToDay',
  'devices',
] as const;
type MadeFromTable = (typeof MADE_FROM_TABLE)[number];

const isMadeFromTable = (name: string): name is MadeFromTable =>
  (MADE_FROM_TABLE as readonly string[]).includes(name);

type GivenName<U extends Use> = Exclude<keyof CapabilitiesOf<U>, 'table'>;

/** The implementations of a set of capabilities: gateways as they are, and for the others functions that make them from the table. */
type Given<U extends Use> = {
  readonly [Name in GivenName<U>]: Name extends MadeFromTable
    ? (table: TableWriter) => CapabilitiesOf<U>[Name]
    : CapabilitiesOf<U>[Name];
};

/**
 * The implementations that a handler gives for the capabilities of its definition, besides the table. The handler imports them,
 * so that no function bundles the libraries of another. A missing one and an undeclared one do not compile.
 */
export type Gives<U extends Use> = [GivenName<U>] extends [never]
  ? { readonly gives?: undefined }
  : { readonly gives: Given<U> };

/** How a call sees the table: as it is, or with items that were read ahead (storage/read-ahead.ts). */
type TableOfCall = (table: TableWriter) => TableWriter;

/** Returns what makes the capabilities of one call of a handler. */
export function provide<U extends Use>(
  gives: Readonly<Record<string, unknown>> = {},
): (ofCall?: TableOfCall) => CapabilitiesOf<U> {
  return (ofCall = (its) => its) => {
    const tableOfCall = ofCall(table);
    const given = Object.entries(gives).map(([name, value]) => [
      name,
      isMadeFromTable(name) ? (value as (table: TableWriter) => unknown)(tableOfCall) : value,
    ]);
    return { table: tableOfCall, ...Object.fromEntries(given) } as CapabilitiesOf<U>;
  };
}
