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

/** A domain whose DNS is hosted in Route 53 of this account. */
export type OwnDomain = { readonly name: string; readonly hostedZoneId: string };

/** The certificate of a domain. It is validated by a DNS record and renewed automatically. */
export class CertificateStack extends Stack {
  readonly arn: string;

  constructor(
    scope: Construct,
    id: string,
    { domain, ...props }: StackProps & { domain: OwnDomain },
  ) {
    super(scope, id, props);
    // The id contains the domain, so that another domain creates a new certificate instead of replacing this one.
    const certificate = new Certificate(this, `Certificate-${domain.name}`, {
      domainName: domain.name,
      validation: CertificateValidation.fromDns(zoneOf(this, domain)),
    });
    // A certificate that CloudFront still uses cannot be deleted, and an unused one costs nothing.
    certificate.applyRemovalPolicy(RemovalPolicy.RETAIN);
    // A weak reference, because an export could not be replaced while CloudFront uses it.
    if (certificate.node.defaultChild)
      CrossStackReferences.of(certificate.node.defaultChild).produce(ReferenceStrength.WEAK);
    this.arn = certificate.certificateArn;
  }
}

/** The hosted zone. The zone name only tells CDK that the record name is fully qualified. */
export function zoneOf(scope: Construct, { name, hostedZoneId }: OwnDomain): IHostedZone {
  return HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName: name });
}
