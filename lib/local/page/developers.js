/* What developers need of the page below /_local: ledger accounts, bank actions, the Stripe emulator, schedules and events. */

import { act, actButton, byId, list, make, money, shortTime, show } from './dom.js';
import { ask } from './enter.js';

const COLLECTIONS = [
  'paymentIntents',
  'refunds',
  'disputes',
  'earlyFraudWarnings',
  'files',
  'customers',
  'paymentMethods',
  'subscriptions',
  'invoices',
  'accounts',
  'transfers',
  'events',
];
let collection = COLLECTIONS[0];

const schedule = ({ name, nextRunAt, lastRunAt, lastFault }) => {
  const button = actButton(
    'Run',
    `run-${name}`,
    () => act(`${name} has run.`, () => ask(`schedules/${name}/run`, {})),
    { 'aria-label': `Run ${name}` },
  );
  const last = lastRunAt ? `ran ${shortTime(new Date(lastRunAt))}, ` : '';
  const next = `next ${shortTime(new Date(nextRunAt))}`;
  return make(
    'li',
    {},
    make('div', {}, name, make('small', {}, lastFault ?? `${last}${next}`)),
    button,
  );
};

const ledgerLine = ({ account, name, balance }) =>
  make(
    'tr',
    {},
    make('th', { scope: 'row', ...(name && { title: account }) }, name ?? account),
    make('td', { class: 'amount' }, money(balance)),
  );

const STATUSES = {
  taken: 'taken',
  disputed: 'disputed, the bank has not decided',
  won: 'disputed, decided for us',
  lost: 'disputed, decided for the card holder',
  refunded: 'given back',
  refundFailed: 'given back, and refused by the bank',
};
const ACTIONS = {
  dispute: 'Dispute it',
  warn: 'Warn of fraud',
  win: 'Decide for us',
  lose: 'Decide for them',
  refund: 'Give it back',
  refuse: 'Refuse the refund',
};

const payment = ({ id, title, amount, status, actions }) => {
  const buttons = actions.map((action) =>
    actButton(
      ACTIONS[action],
      `${action}-${id}`,
      () =>
        act('Done. Its webhooks and events have been processed.', () =>
          ask(`payments/${id}/${action}`, {}),
        ),
      { 'aria-label': `${ACTIONS[action]}: ${title}` },
    ),
  );
  return make(
    'li',
    { class: 'payment' },
    make('div', {}, title, make('small', {}, `${money(amount)} ${STATUSES[status]}`)),
    make('div', { class: 'choices' }, ...buttons),
  );
};

const when = (at) => make('time', { class: 'soft' }, shortTime(new Date(at)));

function details(title, aside, rest) {
  return make(
    'li',
    {},
    make(
      'details',
      {},
      make('summary', {}, make('span', {}, title), aside),
      make('pre', {}, JSON.stringify(rest, null, 2)),
    ),
  );
}

const amountOf = ({ amount, amount_due: due }) => amount ?? due;

const stripeObject = (object) =>
  details(
    object.type ?? object.status ?? object.name ?? object.id,
    amountOf(object) === undefined
      ? when((object.created ?? 0) * 1000)
      : make('span', {}, money(amountOf(object))),
    object,
  );

const busEvent = ({ detail, subscriber, why, tries, nextTryAt, ...event }) =>
  details(
    event['detail-type'],
    when(event.at),
    subscriber ? { subscriber, why, tries, nextTryAt: nextTryAt ?? 'none' } : detail,
  );

function showCollections() {
  byId('collections').replaceChildren(
    ...COLLECTIONS.map((name) => {
      const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      const button = make('button', { type: 'button', 'aria-pressed': name === collection }, words);
      button.addEventListener('click', () => {
        collection = name;
        showCollections();
        void readDevelopers();
      });
      return button;
    }),
  );
}

/** Reads it while it is unfolded, and shows it. */
export async function readDevelopers() {
  if (!byId('developers').open) return;
  const wanted = collection;
  const [payments, schedules, ledger, stripe, events] = await Promise.all([
    ask('payments'),
    ask('schedules'),
    ask('ledger'),
    ask(`stripe/${wanted}`).catch(() => ({ data: [] })),
    ask('events'),
  ]);
  byId('redrive').hidden = events.undelivered.length === 0;
  list('schedules', schedules.data, schedule, 'There are none.');
  list('payments', payments.data, payment, 'Nothing was taken from a card yet.');
  show('ledger', ledger.data, () => ledger.data.map(ledgerLine));
  byId('sum').textContent = money(ledger.data.reduce((sum, { balance }) => sum + balance, 0));
  if (wanted === collection)
    list('objects', stripe.data.slice(0, SHOWN), stripeObject, 'Nothing here yet.');
  const newest = [...events.undelivered, ...events.data];
  list('events', newest.slice(0, SHOWN), busEvent, 'Nothing has happened yet.');
}

const SHOWN = 50;

byId('redrive').addEventListener('click', () =>
  act('What could not be delivered was delivered again.', () => ask('events/redrive', {})),
);
byId('developers').addEventListener('toggle', () => void readDevelopers());
showCollections();
