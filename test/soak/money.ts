import { control, type Network, type Row } from './client.ts';

/* The ledger of the product beside the payments at the Stripe emulator. */

/** `sum` has to be 0, and `booked` has to be what is `atStripe`, in cents. */
export type Money = {
  readonly accounts: number;
  readonly sum: number;
  readonly booked: number;
  readonly atStripe: number;
};

/** Reads the ledger and the payments at the emulator. */
export async function readMoney(network: Network): Promise<Money> {
  const ledger = await rowsOf(network, 'ledger');
  const balance = ({ balance }: Row) => Number(balance);
  return {
    accounts: ledger.length,
    sum: total(ledger, balance),
    booked: -total(
      ledger.filter(({ account }) => account === 'card:clearing'),
      balance,
    ),
    atStripe: await netAtStripe(network),
  };
}

/** The money that Stripe holds or has captured and not refunded, in cents. Nobody is paid out and no payment is disputed in a soak. */
async function netAtStripe(network: Network): Promise<number> {
  const intents = await rowsOf(network, 'stripe/paymentIntents');
  const charges = await rowsOf(network, 'stripe/charges');
  const captured = charges.filter((charge) => charge.captured === true);
  return (
    total(intents, (one) => Number(one.amount_capturable) + Number(one.amount_received)) -
    total(captured, (one) => Number(one.amount_refunded))
  );
}

const rowsOf = async (network: Network, path: string): Promise<readonly Row[]> =>
  (await control(network, path)).data ?? [];

const total = (rows: readonly Row[], amountOf: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + amountOf(row), 0);
