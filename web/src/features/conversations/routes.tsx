import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/** Writing a message and paying for its answer. */
const compose: RouteObject[] = [
  {
    path: paths.createInbox(':userId'),
    lazy: () => import('./pages/compose/CreateInbox.tsx'),
  },
  {
    path: paths.inboxPayment(':userId'),
    lazy: () => import('./pages/compose/InboxPayment.tsx'),
  },
  { path: paths.paymentSuccess(), lazy: () => import('./pages/compose/PaymentSuccess.tsx') },
];

/** The recipient's side of conversations. */
const inbox: RouteObject[] = [
  {
    path: paths.inbox(),
    lazy: () => import('./pages/inbox/Inbox.tsx'),
  },
  {
    path: paths.answer(),
    lazy: () => import('./pages/answer/AnswerSession.tsx'),
  },
  {
    path: paths.inboxViewer(':inboxId'),
    lazy: () => import('./pages/inbox/InboxViewer.tsx'),
  },
  {
    path: paths.paidReply(':inboxId'),
    lazy: () => import('./pages/inbox/PaidReply.tsx'),
  },
  {
    path: paths.inboxReply(':inboxId'),
    lazy: () => import('./pages/inbox/InboxReply.tsx'),
  },
  {
    path: paths.report(':inboxId'),
    lazy: () => import('./pages/inbox/Report.tsx'),
  },
  {
    path: paths.decline(':inboxId'),
    lazy: () => import('./pages/inbox/Decline.tsx'),
  },
  {
    path: paths.askFirst(':inboxId'),
    lazy: () => import('./pages/inbox/AskFirst.tsx'),
  },
  {
    path: paths.improveAnswer(':inboxId'),
    lazy: () => import('./pages/inbox/ImproveAnswer.tsx'),
  },
  {
    path: paths.contestClaim(':inboxId'),
    lazy: () => import('./pages/inbox/ContestClaim.tsx'),
  },
];

/** The sender's side of conversations. */
const orders: RouteObject[] = [
  {
    path: paths.orders(),
    lazy: () => import('./pages/orders/Orders.tsx'),
  },
  {
    path: paths.orderViewer(':orderId'),
    lazy: () => import('./pages/orders/OrderViewer.tsx'),
  },
  {
    path: paths.orderReply(':orderId'),
    lazy: () => import('./pages/orders/OrderReply.tsx'),
  },
  {
    path: paths.giveInformation(':orderId'),
    lazy: () => import('./pages/orders/GiveInformation.tsx'),
  },
  {
    path: paths.cancel(':orderId'),
    lazy: () => import('./pages/orders/CancelOrder.tsx'),
  },
  {
    path: paths.claimAnswer(':orderId'),
    lazy: () => import('./pages/orders/ClaimAnswer.tsx'),
  },
  {
    path: paths.askForDecision(':orderId'),
    lazy: () => import('./pages/orders/AskForDecision.tsx'),
  },
];

/** The texts that an author puts into answers. */
const savedReplies: RouteObject[] = [
  {
    path: paths.savedReplies(),
    lazy: () => import('./pages/saved-replies/SavedReplies.tsx'),
  },
  {
    path: paths.addSavedReply(),
    lazy: () => import('./pages/saved-replies/AddSavedReply.tsx'),
  },
  {
    path: paths.editSavedReply(':savedReplyId'),
    lazy: () => import('./pages/saved-replies/EditSavedReply.tsx'),
  },
];

/** Either side's record of a conversation. */
const record: RouteObject = {
  path: paths.record(':conversationId'),
  lazy: () => import('./pages/record/Record.tsx'),
};

/** Writing to somebody before having an account. */
export const firstLetter: RouteObject = {
  path: paths.firstLetter(':userId'),
  lazy: () => import('./pages/compose/FirstLetter.tsx'),
};

export const routes: RouteObject[] = [...compose, ...inbox, ...orders, ...savedReplies, record];

/** The letter that stays beside a form about it on a wide screen. */
export const letterPane = () => import('./thread/LetterPane.tsx');

/** The answer at the right of its letter, and what comes next at the right of an order. */
export const answerPane = () => import('./pages/inbox/AnswerPane.tsx');
export const aboutPane = () => import('./pages/orders/AboutPane.tsx');

/** The lists that stay beside a letter on a wide screen. */
export const listPanes = {
  inbox: () => import('./pages/inbox/InboxPane.tsx'),
  orders: () => import('./pages/orders/OrdersPane.tsx'),
};
