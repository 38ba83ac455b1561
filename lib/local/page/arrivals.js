/* What arrives: text messages, notifications and emails, each with its person. */

import { act, actButton, byId, firstName, list, make, portrait, shortTime } from './dom.js';
import { ask, enterAs } from './enter.js';

const SHOWN = 50;
const KINDS = ['sms', 'push', 'mail'];
/** The screens that belong to one person: their links sign in as the person who got them. */
const OWN_SCREEN =
  /^\/(dashboard|order-viewer|inbox-viewer|chat-viewer|payouts|subscription|account-balance|chat|inbox|orders|contacts|statement|claim|settings)\b/;

const whose = (person, address, sentAt) =>
  make(
    'div',
    { class: 'whose' },
    portrait(person, 40),
    make(
      'p',
      {},
      make('strong', {}, person?.fullName ?? 'Nobody who has an account'),
      make('span', { class: 'soft' }, `${address} · ${shortTime(new Date(sentAt))}`),
    ),
  );

/** A link to an address of the product: as the person who got it, where the screen is theirs. */
function link(url, person) {
  const { hostname, pathname, search, hash } = new URL(url, location.href);
  // What was sent before another start may have another port.
  const isHere = ['localhost', '127.0.0.1', location.hostname].includes(hostname);
  const isOwn = person && isHere && OWN_SCREEN.test(pathname);
  const here = `${location.origin}${pathname}${search}${hash}`;
  const words = isOwn ? `Open as ${firstName(person.fullName)}` : 'Open';
  const element = make(
    'a',
    { href: isHere ? here : url, ...(!isOwn && { target: '_blank' }) },
    words,
  );
  if (isOwn)
    element.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      void act('', () => enterAs(person.username, pathname + search + hash), 'Signing in…');
    });
  return element;
}

/** A text whose addresses are links. */
const withLinks = (text, person) =>
  text.split(/(https?:\/\/\S*[^\s.,])/).map((part, at) => (at % 2 ? link(part, person) : part));

/** A code in two groups, and a button that copies it. */
function code(digits, key) {
  const copy = actButton('Copy', `copy-${key}`, async () => {
    try {
      await navigator.clipboard.writeText(digits);
      copy.textContent = 'Copied';
    } catch {
      copy.textContent = 'Not copied';
    }
    setTimeout(() => {
      copy.textContent = 'Copy';
    }, 2_000);
  });
  copy.setAttribute('aria-label', `Copy the code ${digits}`);
  return make(
    'div',
    { class: 'code' },
    make('strong', {}, `${digits.slice(0, 3)} ${digits.slice(3)}`),
    copy,
  );
}

function textMessage({ to, body, sentAt, code: digits, person }) {
  const rest = digits && body.startsWith(digits) ? body.slice(digits.length).trim() : body;
  return make(
    'li',
    {},
    whose(person, spaced(to), sentAt),
    make(
      'div',
      { class: 'bubble' },
      digits && code(digits, sentAt),
      make('p', {}, ...withLinks(rest, person)),
    ),
  );
}

/** `+1 555 555 1200` */
const spaced = (number) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3');

const notification = ({ title, body, url, sentAt, person }) =>
  make(
    'li',
    {},
    whose(person, 'On their device', sentAt),
    make(
      'div',
      { class: 'bubble' },
      make('strong', {}, title),
      make('p', {}, `${body} `, link(url, person)),
    ),
  );

/** An email; opening it shows its HTML in a frame that may run nothing, and its text. */
function email({ id, to, subject, text, sentAt, person }) {
  const opened = make('details', {}, make('summary', { 'data-key': id }, subject));
  opened.addEventListener(
    'toggle',
    () =>
      opened.append(
        make('iframe', {
          src: `/_local/mail/${id}`,
          title: subject,
          sandbox: 'allow-popups allow-popups-to-escape-sandbox',
        }),
        make('details', {}, make('summary', {}, 'As text'), make('pre', {}, text)),
        make(
          'div',
          { class: 'choices' },
          emailAction(id, subject, 'bounce', 'Bounce it'),
          emailAction(id, subject, 'complaint', 'Call it spam'),
        ),
      ),
    { once: true },
  );
  return make('li', {}, whose(person, to, sentAt), make('div', { class: 'bubble' }, opened));
}

/** A button that does to an email what a mailbox can do. */
const emailAction = (id, subject, how, words) =>
  actButton(
    words,
    `${how}-${id}`,
    () => act('SES has reported it.', () => ask(`mail/${id}/${how}`, {})),
    { 'aria-label': `${words}: ${subject}` },
  );

/** Reads what arrived, and shows it. */
export async function readArrivals() {
  const [sms, push, mail] = await Promise.all(KINDS.map((kind) => ask(kind)));
  list('sms', sms.data.slice(0, SHOWN), textMessage, 'Nothing yet. Codes arrive here.');
  list(
    'push',
    push.data.slice(0, SHOWN),
    notification,
    'Nothing yet. Notifications arrive here once someone turns them on.',
  );
  list(
    'mail',
    mail.data.slice(0, SHOWN),
    email,
    'Nothing yet. Emails arrive here once someone has confirmed an address.',
  );
  for (const [nth, { data }] of [sms, push, mail].entries())
    byId(`tab-${KINDS[nth]}`).lastElementChild.textContent = data.length || '';
}

const tabs = KINDS.map((kind) => byId(`tab-${kind}`));

function select(nth, focus = false) {
  for (const [at, tab] of tabs.entries()) {
    tab.setAttribute('aria-selected', at === nth);
    tab.tabIndex = at === nth ? 0 : -1;
    const panel = byId(`panel-${KINDS[at]}`);
    panel.hidden = at !== nth;
    // It scrolls, also by keyboard.
    panel.tabIndex = 0;
  }
  if (focus) tabs[nth].focus();
}

for (const [nth, tab] of tabs.entries()) {
  tab.addEventListener('click', () => select(nth));
  tab.addEventListener('keydown', ({ key }) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (by) select((nth + by + tabs.length) % tabs.length, true);
  });
}
select(0);
