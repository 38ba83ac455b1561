import { afterEach } from '@jest/globals';
import Stripe from 'stripe';
import {
  type StripeEmulator,
  type StripeEmulatorOptions,
  startStripeEmulator,
} from '../src/index.ts';

export const secretKey = 'sk_test_emulator';
export const publishableKey = 'pk_test_emulator';
export const day = 24 * 60 * 60 * 1000;

/** An emulator whose clock moves only when a test moves it, with the real Stripe client. */
export interface TestEmulator {
  emulator: StripeEmulator;
  stripe: Stripe;
  clock: { now: number };
}

const running: StripeEmulator[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.close()));
});

export function clientOf(emulator: StripeEmulator, apiKey = secretKey): Stripe {
  const { hostname, port } = new URL(emulator.url);
  const connection = { host: hostname, port: Number(port), protocol: 'http' as const };
  return new Stripe(apiKey, { ...connection, maxNetworkRetries: 0, telemetry: false });
}

export async function startEmulator(
  options: Partial<StripeEmulatorOptions> = {},
): Promise<TestEmulator> {
  const clock = { now: Date.UTC(2026, 10, 21, 12) };
  const emulator = await startStripeEmulator({
    secretKey,
    publishableKey,
    now: () => clock.now,
    ...options,
  });
  running.push(emulator);
  return { emulator, stripe: clientOf(emulator), clock };
}

/** Stops the emulator at once, like a crash: only its journal remains. */
export async function stop(emulator: StripeEmulator): Promise<void> {
  running.splice(running.indexOf(emulator), 1);
  await emulator.close();
}

/** Returns the error that the client threw. Throws if the request succeeded. */
export async function refusalOf(
  answer: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await answer;
  } catch (thrown) {
    if (thrown instanceof Stripe.errors.StripeError) return thrown;
    throw thrown;
  }
  throw new Error('It was not refused');
}

/** Creates a hold of this many cents on a card, as the product does. */
export function holdOf(
  amount: number,
  paymentMethod = 'pm_card_visa',
): Stripe.PaymentIntentCreateParams {
  return {
    amount,
    currency: 'usd',
    payment_method: paymentMethod,
    allowed_payment_method_types: ['card'],
    capture_method: 'manual',
    confirm: true,
  };
}
