import { Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Suppresses cdk-nag findings. The keys are rule ids, the values the reasons. */
export function acknowledge(on: Construct, findings: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(findings))
    Validations.of(on).acknowledge({ id, reason });
}
