import type { ServerResponse } from 'node:http';
import {
  contentSecurityPolicy,
  OPENER_POLICY,
  PERMISSIONS_POLICY,
  REFERRER_POLICY,
} from '../../security-headers.ts';

export type PageOrigins = {
  /** With the Stripe emulator everything but files comes from our own origin, and the policy names no address of Stripe. */
  readonly realStripe: boolean;
  /** The address of the emulated S3, from which pages show files. */
  readonly files?: string;
};

/** Sets the headers of every page, as deployed. There is no HSTS, because this machine serves HTTP. */
export function setPageHeaders(response: ServerResponse, origins: PageOrigins): void {
  const headers = {
    'content-security-policy': policyOf(origins),
    'permissions-policy': PERMISSIONS_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': REFERRER_POLICY,
    'cross-origin-opener-policy': OPENER_POLICY,
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function policyOf({ realStripe, files }: PageOrigins): string {
  const policy = contentSecurityPolicy({ files });
  return realStripe
    ? policy
    : policy.replaceAll(/ https:\/\/[^ ;]+/g, '').replace(/frame-src[^;]*/, "frame-src 'self'");
}
