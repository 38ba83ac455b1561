import { handler as updateAvailability } from '../../functions/accounts/updateAvailability.ts';
import { handler as updateInboundSettings } from '../../functions/accounts/updateInboundSettings.ts';
import { handler as updateTiers } from '../../functions/accounts/updateTiers.ts';
import { handler as cancelSubscription } from '../../functions/billing/cancelSubscription.ts';
import { handler as savePaidRegistration } from '../../functions/billing/savePaidRegistration.ts';
import { handler as updatePaymentMethod } from '../../functions/billing/updatePaymentMethod.ts';
import { handler as upgradeSubscription } from '../../functions/billing/upgradeSubscription.ts';
import { handler as acceptUserContact } from '../../functions/contacts/acceptUserContact.ts';
import { handler as blockUser } from '../../functions/contacts/blockUser.ts';
import { handler as createChatInvite } from '../../functions/contacts/createChatInvite.ts';
import { handler as removeUserContact } from '../../functions/contacts/removeUserContact.ts';
import { handler as unblockUser } from '../../functions/contacts/unblockUser.ts';
import { handler as updateContactPrice } from '../../functions/contacts/updateContactPrice.ts';
import { handler as askForDecision } from '../../functions/conversations/askForDecision.ts';
import { handler as askForInformation } from '../../functions/conversations/askForInformation.ts';
import { handler as cancelOrder } from '../../functions/conversations/cancelOrder.ts';
import { handler as claimAnswer } from '../../functions/conversations/claimAnswer.ts';
import { handler as closeInbox } from '../../functions/conversations/closeInbox.ts';
import { handler as confirmInboxPayment } from '../../functions/conversations/confirmInboxPayment.ts';
import { handler as contestClaim } from '../../functions/conversations/contestClaim.ts';
import { handler as createInbox } from '../../functions/conversations/createInbox.ts';
import { handler as createInboxMessage } from '../../functions/conversations/createInboxMessage.ts';
import { handler as createInboxWithPayment } from '../../functions/conversations/createInboxWithPayment.ts';
import { handler as createOrder } from '../../functions/conversations/createOrder.ts';
import { handler as createOrderMessage } from '../../functions/conversations/createOrderMessage.ts';
import { handler as declineInbox } from '../../functions/conversations/declineInbox.ts';
import { handler as deleteDraft } from '../../functions/conversations/deleteDraft.ts';
import { handler as endClarification } from '../../functions/conversations/endClarification.ts';
import { handler as giveBackClaim } from '../../functions/conversations/giveBackClaim.ts';
import { handler as giveInformation } from '../../functions/conversations/giveInformation.ts';
import { handler as improveAnswer } from '../../functions/conversations/improveAnswer.ts';
import { handler as markInboxAsRead } from '../../functions/conversations/markInboxAsRead.ts';
import { handler as nudgeRecipient } from '../../functions/conversations/nudgeRecipient.ts';
import { handler as reportInbox } from '../../functions/conversations/reportInbox.ts';
import { handler as saveDraft } from '../../functions/conversations/saveDraft.ts';
import { handler as withdrawClaim } from '../../functions/conversations/withdrawClaim.ts';
import { handler as askForPayoutAccount } from '../../functions/events/askForPayoutAccount.ts';
import { handler as endBlockedConversations } from '../../functions/events/endBlockedConversations.ts';
import { handler as publishFacts } from '../../functions/events/publishFacts.ts';
import { handler as expireConversations } from '../../functions/jobs/expireConversations.ts';
import { handler as finishPayments } from '../../functions/jobs/finishPayments.ts';
import { handler as payOut } from '../../functions/jobs/payOut.ts';
import { handler as reconcileLedger } from '../../functions/jobs/reconcileLedger.ts';
import { handler as remindExpiring } from '../../functions/jobs/remindExpiring.ts';
import { handler as updateNotificationSettings } from '../../functions/notifications/updateNotificationSettings.ts';
import { handler as createPayoutSetupLink } from '../../functions/payouts/createPayoutSetupLink.ts';
import { handler as viewPayoutAccount } from '../../functions/payouts/viewPayoutAccount.ts';
import { handler as stripeWebhook } from '../../functions/webhooks/stripe.ts';
import type { ScheduleName } from '../../shared/api/schedules.ts';
import type { SubscriberName } from './event-bus.ts';

/* The real handlers of the money side: operations, schedules, subscribers and the Stripe webhook, by name. */

export const operations = {
  createInbox,
  createOrder,
  createInboxWithPayment,
  confirmInboxPayment,
  createInboxMessage,
  createOrderMessage,
  cancelOrder,
  declineInbox,
  reportInbox,
  closeInbox,
  askForInformation,
  giveInformation,
  endClarification,
  claimAnswer,
  improveAnswer,
  giveBackClaim,
  contestClaim,
  askForDecision,
  withdrawClaim,
  nudgeRecipient,
  markInboxAsRead,
  saveDraft,
  deleteDraft,
  updateInboundSettings,
  updateTiers,
  updateAvailability,
  createChatInvite,
  acceptUserContact,
  removeUserContact,
  updateContactPrice,
  updateNotificationSettings,
  updatePaymentMethod,
  upgradeSubscription,
  cancelSubscription,
  savePaidRegistration,
  createPayoutSetupLink,
  viewPayoutAccount,
  blockUser,
  unblockUser,
} as const;
export type Operation = keyof typeof operations;

type Job = (event: unknown, context: never) => Promise<unknown>;
export const jobs: Readonly<Record<string, Job>> = {
  expireConversations,
  finishPayments,
  payOut,
  reconcileLedger,
  remindExpiring,
} satisfies Partial<Record<ScheduleName, Job>>;

export const subscriberHandlers: Readonly<Record<SubscriberName, Job>> = {
  askForPayoutAccount: askForPayoutAccount as Job,
  endBlockedConversations: endBlockedConversations as Job,
};

export { publishFacts, stripeWebhook };
