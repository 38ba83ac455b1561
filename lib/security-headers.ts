/*
 * What every page of the app is sent with, deployed and on this machine. Scripts and styles come from our own files
 * alone; the payment provider's script, frames and API are named where they are used.
 */

/** The origins of the payment provider that a page loads from; empty where its stand-in is on our own origin. */
export type ProviderOrigins = {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly connections: readonly string[];
};

/** https://docs.stripe.com/security/guide#content-security-policy */
export const STRIPE_ORIGINS: ProviderOrigins = {
  scripts: ['https://js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
};

export const OWN_ORIGIN_ONLY: ProviderOrigins = { scripts: [], frames: [], connections: [] };

export function contentSecurityPolicy(provider: ProviderOrigins): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...provider.scripts].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...provider.connections].join(' ')}`,
    `frame-src ${["'self'", ...provider.frames].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers besides the policy. Strict-Transport-Security is the deployed stack's alone: this machine speaks HTTP. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
} as const;
