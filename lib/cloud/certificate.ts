import {
  CrossStackReferences,
  ReferenceStrength,
  RemovalPolicy,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';

/** A domain whose DNS is kept in Route 53 of this account. */
export type OwnDomain = { readonly name: string; readonly hostedZoneId: string };

/** The certificate of a domain, which proves itself by a record in its zone and renews by itself. */
export class CertificateStack extends Stack {
  readonly arn: string;

  constructor(
    scope: Construct,
    id: string,
    { domain, ...props }: StackProps & { domain: OwnDomain },
  ) {
    super(scope, id, props);
    // Named after the domain: another domain is another certificate, and CloudFront sees that it is.
    const certificate = new Certificate(this, `Certificate-${domain.name}`, {
      domainName: domain.name,
      validation: CertificateValidation.fromDns(zoneOf(this, domain)),
    });
    // One that CloudFront still shows cannot be removed, and one that nobody shows costs nothing.
    certificate.applyRemovalPolicy(RemovalPolicy.RETAIN);
    // Weak: an export would hold the old certificate in the way of the new one.
    if (certificate.node.defaultChild)
      CrossStackReferences.of(certificate.node.defaultChild).produce(ReferenceStrength.WEAK);
    this.arn = certificate.certificateArn;
  }
}

/** Records are written by the zone's id; its name only tells CDK that the domain's is a whole one. */
export function zoneOf(scope: Construct, { name, hostedZoneId }: OwnDomain): IHostedZone {
  return HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName: name });
}
