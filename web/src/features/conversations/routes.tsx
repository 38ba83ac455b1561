import type { RouteObject } from 'react-router';
import { queryLoader } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { letterQueries, paymentQueries } from './pages/compose/compose-queries.ts';
import { inboxFormQueries, inboxQueries, inboxThreadQueries } from './pages/inbox/inbox-queries.ts';
import {
  orderFormQueries,
  ordersQueries,
  orderThreadQueries,
} from './pages/orders/order-queries.ts';

/** Writing a message and paying for its answer. */
const compose: RouteObject[] = [
  {
    path: paths.createInbox(':userId'),
    loader: queryLoader(letterQueries),
    lazy: () => import('./pages/compose/CreateInbox.tsx'),
  },
  {
    path: paths.inboxPayment(':userId'),
    loader: queryLoader(paymentQueries),
    lazy: () => import('./pages/compose/InboxPayment.tsx'),
  },
  { path: paths.paymentSuccess(), lazy: () => import('./pages/compose/PaymentSuccess.tsx') },
];

/** The recipient's side of conversations. */
const inbox: RouteObject[] = [
  {
    path: paths.inbox(),
    loader: queryLoader(inboxQueries),
    lazy: () => import('./pages/inbox/Inbox.tsx'),
  },
  {
    path: paths.inboxViewer(':inboxId'),
    loader: queryLoader(inboxThreadQueries),
    lazy: () => import('./pages/inbox/InboxViewer.tsx'),
  },
  {
    path: paths.paidReply(':inboxId'),
    loader: queryLoader(inboxThreadQueries),
    lazy: () => import('./pages/inbox/PaidReply.tsx'),
  },
  {
    path: paths.inboxReply(':inboxId'),
    loader: queryLoader(inboxFormQueries),
    lazy: () => import('./pages/inbox/InboxReply.tsx'),
  },
  {
    path: paths.report(':inboxId'),
    loader: queryLoader(inboxFormQueries),
    lazy: () => import('./pages/inbox/Report.tsx'),
  },
  {
    path: paths.decline(':inboxId'),
    loader: queryLoader(inboxFormQueries),
    lazy: () => import('./pages/inbox/Decline.tsx'),
  },
];

/** The sender's side of conversations. */
const orders: RouteObject[] = [
  {
    path: paths.orders(),
    loader: queryLoader(ordersQueries),
    lazy: () => import('./pages/orders/Orders.tsx'),
  },
  {
    path: paths.orderViewer(':orderId'),
    loader: queryLoader(orderThreadQueries),
    lazy: () => import('./pages/orders/OrderViewer.tsx'),
  },
  {
    path: paths.orderReply(':orderId'),
    loader: queryLoader(orderFormQueries),
    lazy: () => import('./pages/orders/OrderReply.tsx'),
  },
  {
    path: paths.cancel(':orderId'),
    loader: queryLoader(orderFormQueries),
    lazy: () => import('./pages/orders/CancelOrder.tsx'),
  },
];

export const routes: RouteObject[] = [...compose, ...inbox, ...orders];
