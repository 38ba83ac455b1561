/* Where the money is, in plain sums, and whether they are what Stripe has. */

import { byId, make, money, show } from './dom.js';
import { ask } from './enter.js';

const row = ({ name, amount, note }, isTotal = false) =>
  make(
    'div',
    isTotal ? { class: 'total' } : {},
    make('dt', {}, name, note && make('span', { class: 'soft' }, `, ${note}`)),
    make('dd', {}, money(amount)),
  );

/** Reads the sums, and shows them. */
export async function readMoney() {
  const { sums, total, atStripe } = await ask('money');
  show('money', [sums, total], () => [
    ...sums.map((sum) => row(sum)),
    row({ name: 'All that came in', amount: total }, true),
  ]);
  const isEqual = atStripe === total;
  const check = byId('check');
  check.hidden = atStripe === undefined;
  check.className = isEqual ? 'check' : 'check off';
  check.textContent = isEqual
    ? 'To the cent what Stripe has'
    : `Stripe has ${money(atStripe ?? 0)}`;
}
