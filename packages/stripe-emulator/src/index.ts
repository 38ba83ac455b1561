/**
 * An emulator of Stripe for local development and tests. README.md says what it implements.
 *
 * - `startStripeEmulator` starts the HTTP API with webhooks, for the unmodified `stripe` package.
 * - `browserHandler` serves Stripe.js, the API and Connect onboarding to browsers at the application's own origin.
 * - `EmulatedAccount` is the same account in this process without a server, for simulations.
 */
export { ONBOARDING_OUTCOMES, type OnboardingOutcome, VERIFIED_AS } from './account.ts';
export type { ApiKeys, ApiRequest, ApiResponse } from './api.ts';
export { BANK_ACTIONS, type BankAction, type CapturedPayment } from './bank-actions.ts';
export { type BrowserFile, stripeJsFiles } from './browser/files.ts';
export {
  type BrowserHandler,
  type BrowserHandlerOptions,
  browserHandler,
} from './browser-handler.ts';
export { type TestCard, testCards, type Wallet } from './cards.ts';
export { EmulatedAccount, type EmulatedAccountOptions } from './emulated-account.ts';
export {
  type StripeEmulator,
  type StripeEmulatorOptions,
  startStripeEmulator,
} from './emulator.ts';
export { apiVersion } from './events.ts';
export type { FaultKind, FaultOrder, Faults, OrderedFault } from './faults.ts';
export { passesLuhn } from './luhn.ts';
export type { AccountLink, StoredEvent } from './records.ts';
export { Refusal, type RefusalBody } from './refusal.ts';
export type { Collection, Collections } from './store.ts';
export type { WebhookTarget } from './webhook-sender.ts';
