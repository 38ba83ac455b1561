import type { ServerResponse } from 'node:http';
import {
  contentSecurityPolicy,
  OPENER_POLICY,
  PERMISSIONS_POLICY,
  REFERRER_POLICY,
} from '../../security-headers.ts';

/**
 * Sets the headers of every page, as deployed. With the Stripe emulator everything comes from our own origin, so the policy
 * does not name Stripe's addresses. There is no HSTS, because this machine serves HTTP.
 */
export function setPageHeaders(response: ServerResponse, realStripe: boolean): void {
  const headers = {
    'content-security-policy': realStripe ? contentSecurityPolicy() : OWN_ORIGIN_ONLY,
    'permissions-policy': PERMISSIONS_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': REFERRER_POLICY,
    'cross-origin-opener-policy': OPENER_POLICY,
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

const OWN_ORIGIN_ONLY = contentSecurityPolicy()
  .replaceAll(/ https:\/\/[^ ;]+/g, '')
  .replace(/frame-src[^;]*/, "frame-src 'self'");
