/*
 * The page below /_local: shows the state of the local system, updated every two seconds, and moves its clock. It is plain
 * JavaScript and not compiled.
 */

const byId = (id) => document.getElementById(id);
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
/** The time of a moment today; otherwise also the date. */
const shortTime = (date) =>
  date.toDateString() === new Date(today).toDateString()
    ? timeOfDay.format(date)
    : dayAndTime.format(date);
const dayAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const longMoment = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});
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
let busy = false;
/** The time of the local clock, which may be days ahead. */
let today = Date.now();

/** Creates an element. Strings become text nodes, so data is never parsed as HTML. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

async function ask(path, options) {
  const response = await fetch(`/_local/${path}`, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message ?? 'That did not work.');
  return answer;
}

const shown = new Map();

/** Renders an element only if its data changed, so that selected text stays selected and open rows stay open. */
function show(id, data, draw) {
  const text = JSON.stringify(data);
  if (shown.get(id) === text) return;
  shown.set(id, text);
  byId(id).replaceChildren(...draw());
}

const list = (id, items, draw, empty) =>
  show(id, [id === 'objects' ? collection : '', items], () =>
    items.length > 0 ? items.map(draw) : [make('li', { class: 'empty' }, empty)],
  );

function showClock({ now, offsetSeconds }) {
  today = Date.parse(now);
  byId('now').textContent = longMoment.format(new Date(now));
  byId('now').dateTime = now;
  const hours = Math.round(offsetSeconds / 3600);
  const days = Math.floor(hours / 24);
  const ahead = [days && `${days} day${days === 1 ? '' : 's'}`, hours % 24 && `${hours % 24} h`];
  byId('offset').textContent =
    hours === 0 ? 'The real time.' : `${ahead.filter(Boolean).join(' ')} ahead of the real time.`;
}

const textMessage = ({ to, body, sentAt, code }) =>
  make(
    'li',
    {},
    make('small', {}, `${to} · ${moment.format(new Date(sentAt))}`),
    code && make('strong', { class: 'code' }, code),
    make('p', {}, ...withLinks(body)),
  );

/** A text whose addresses are links. */
const withLinks = (text) =>
  text
    .split(/(https?:\/\/\S*[^\s.,])/)
    .map((part, at) => (at % 2 ? make('a', { href: part, target: '_blank' }, part) : part));

/** A notification as a device shows it; clicking it opens its address. */
const notification = ({ to, title, body, url, sentAt }) =>
  make(
    'li',
    { class: 'notification' },
    make('small', {}, `Notification to ${to ?? 'nobody'} · ${moment.format(new Date(sentAt))}`),
    make('strong', {}, title),
    make('p', {}, body, ' ', make('a', { href: url }, 'Open')),
  );

const arrived = (one) => (one.title === undefined ? textMessage(one) : notification(one));

/** An email; opening it shows its HTML in a frame that may run nothing, and its text. */
const email = ({ id, to, subject, text, sentAt }) => {
  const opened = make('details', {}, make('summary', {}, make('span', {}, subject), when(sentAt)));
  opened.addEventListener(
    'toggle',
    () =>
      opened.append(
        make('small', {}, `To ${to}`),
        make('iframe', {
          src: `/_local/mail/${id}`,
          title: subject,
          sandbox: 'allow-popups allow-popups-to-escape-sandbox',
        }),
        make('details', {}, make('summary', {}, 'As text'), make('pre', {}, text)),
        make(
          'div',
          { class: 'tabs' },
          emailAction(id, subject, 'bounce', 'Bounce it'),
          emailAction(id, subject, 'complaint', 'Call it spam'),
        ),
      ),
    { once: true },
  );
  return make('li', {}, opened);
};

/** A button that does to an email what a mailbox can do. */
function emailAction(id, subject, how, words) {
  const button = make('button', { type: 'button' }, words);
  button.setAttribute('aria-label', `${words}: ${subject}`);
  button.addEventListener('click', () =>
    act('SES has reported it.', () => ask(`mail/${id}/${how}`, { method: 'POST' })),
  );
  return button;
}

const schedule = ({ name, nextRunAt, lastRunAt, lastFault }) => {
  const button = make('button', { type: 'button' }, 'Run');
  button.setAttribute('aria-label', `Run ${name}`);
  button.addEventListener('click', () =>
    act(`${name} has run.`, () => ask(`schedules/${name}/run`, { method: 'POST' })),
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
    make('td', { class: 'amount' }, dollars.format(balance / 100)),
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
  const buttons = actions.map((action) => {
    const button = make('button', { type: 'button' }, ACTIONS[action]);
    button.setAttribute('aria-label', `${ACTIONS[action]}: ${title}`);
    button.addEventListener('click', () =>
      act('Done. Its webhooks and events have been processed.', () =>
        ask(`payments/${id}/${action}`, { method: 'POST' }),
      ),
    );
    return button;
  });
  return make(
    'li',
    { class: 'payment' },
    make(
      'div',
      {},
      title,
      make('small', {}, `${dollars.format(amount / 100)} ${STATUSES[status]}`),
    ),
    make('div', { class: 'tabs' }, ...buttons),
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
      : make('span', { class: 'money' }, dollars.format(amountOf(object) / 100)),
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
        void refresh();
      });
      return button;
    }),
  );
}

async function refresh() {
  const wanted = collection;
  const [payments, clock, sms, mail, push, schedules, ledger, stripe, events] = await Promise.all([
    ask('payments'),
    ask('clock'),
    ask('sms'),
    ask('mail'),
    ask('push'),
    ask('schedules'),
    ask('ledger'),
    ask(`stripe/${wanted}`).catch(() => ({ data: [] })),
    ask('events'),
  ]);
  showClock(clock);
  const newest = [...sms.data.slice(0, 50), ...push.data.slice(0, 50)].sort((one, other) =>
    other.sentAt.localeCompare(one.sentAt),
  );
  list('sms', newest, arrived, 'Nothing yet. Codes and notifications arrive here.');
  list('mail', mail.data.slice(0, 50), email, 'Nothing yet. Emails arrive here.');
  byId('redrive').hidden = events.undelivered.length === 0;
  list('schedules', schedules.data, schedule, 'There are none.');
  list('payments', payments.data, payment, 'Nothing was taken from a card yet.');
  show('ledger', ledger.data, () => ledger.data.map(ledgerLine));
  const sum = ledger.data.reduce((total, { balance }) => total + balance, 0);
  byId('sum').textContent = dollars.format(sum / 100);
  if (wanted === collection)
    list('objects', stripe.data.slice(0, 50), stripeObject, 'Nothing here yet.');
  const newestEvents = [...events.undelivered, ...events.data];
  list('events', newestEvents.slice(0, 50), busEvent, 'Nothing has happened yet.');
}

/** Runs one action at a time and shows its result. */
async function act(done, action) {
  if (busy) return;
  busy = true;
  for (const button of document.querySelectorAll('button')) button.disabled = true;
  byId('notice').textContent = 'One moment…';
  try {
    await action();
    byId('notice').textContent = done;
  } catch (fault) {
    byId('notice').textContent = fault.message;
  }
  busy = false;
  for (const button of document.querySelectorAll('button')) button.disabled = false;
  setTimeout(() => {
    if (!busy) byId('notice').textContent = '';
  }, 4_000);
  await refresh();
}

for (const button of byId('advance').children) {
  const { seconds } = button.dataset;
  button.addEventListener('click', () =>
    act('Time has passed, and all that fell due has run.', () =>
      ask('clock', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceSeconds: Number(seconds) }),
      }),
    ),
  );
}

byId('redrive').addEventListener('click', () =>
  act('What could not be delivered was delivered again.', () =>
    ask('events/redrive', { method: 'POST' }),
  ),
);

/** Polls the state. Polls never overlap, and a hidden page does not poll. */
async function poll() {
  if (!document.hidden && !busy) {
    await refresh().catch(() => {
      byId('notice').textContent = 'This machine does not answer.';
    });
  }
  setTimeout(poll, 2_000);
}

showCollections();
void poll();
