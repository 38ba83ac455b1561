/* The people of the page below /_local, each with a button that signs in as them. */

import { act, actButton, byId, firstName, list, make, portrait } from './dom.js';
import { ask, enterAs, enterAsStranger } from './enter.js';

const enter = (username, path) => act('', () => enterAs(username, path), 'Signing in…');

/** What the button of a card says. */
const wordsOf = ({ username, fullName, isStaff }) => {
  if (username === 'desk') return 'Open the desk';
  return isStaff ? 'Open her desk' : `Sign in as ${firstName(fullName)}`;
};

function card(person) {
  const { username, fullName, isStaff, card: words = 'Made on this machine' } = person;
  return make(
    'li',
    { class: 'person card' },
    make(
      'div',
      { class: 'who' },
      portrait(person, 48),
      make(
        'p',
        {},
        make('strong', {}, isStaff ? `${firstName(fullName)}, at the desk` : fullName),
        make('span', { class: 'soft' }, words),
      ),
    ),
    actButton(
      wordsOf(person),
      username,
      () => enter(username, isStaff ? '/desk' : '/dashboard'),
      username === 'desk' ? { class: 'ink' } : {},
    ),
  );
}

/** Reads the people, and shows them. */
export async function readPeople() {
  const { data, others, mayStartOver } = await ask('people');
  list(
    'people',
    data.filter(({ folded }) => !folded),
    card,
    'There are no demo people.',
  );
  const more = [...data.filter(({ folded }) => folded), ...others];
  list('others', more, card, 'There is no one else.');
  byId('more-count').textContent = `${more.length} more ${more.length === 1 ? 'person' : 'people'}`;
  const names = more.map(({ fullName }) => firstName(fullName));
  byId('more-names').textContent = new Intl.ListFormat('en-US').format(names);
  byId('start-over').hidden = !mayStartOver;
}

byId('stranger').addEventListener('click', () =>
  act('', () => enterAsStranger('/ana.markovic'), 'Signing out…'),
);
