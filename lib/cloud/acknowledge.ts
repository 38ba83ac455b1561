import { Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Findings of cdk-nag that stay, each with its reason: rule → reason. */
export function acknowledge(on: Construct, findings: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(findings))
    Validations.of(on).acknowledge({ id, reason });
}
