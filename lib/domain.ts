import * as z from 'zod/mini';

/*
 * The custom domain of a stage. If Route 53 of this account hosts its DNS, the deployment creates the certificate and the
 * DNS records. Otherwise the operator creates the certificate beforehand, and the DNS record afterward.
 */

/** The region of CloudFront's certificates and web ACLs, regardless of the region of the stage. */
export const CLOUDFRONT_REGION = 'us-east-1';

const NAME = 'must be a host name in lowercase letters, such as letters.example.org';
const ZONE = 'must be the id of a hosted zone in Route 53, such as Z0123456789ABCDEFGHIJ';
const CERTIFICATE =
  'must be the ARN of a certificate, such as arn:aws:acm:us-east-1:123456789012:certificate/…';
const EITHER =
  'must have either hostedZoneId (if Route 53 of this account hosts its DNS) or certificateArn (otherwise)';

const isOfCloudFront = (arn: string) => arn.split(':')[3] === CLOUDFRONT_REGION;

const certificateArn = z.string(CERTIFICATE).check(
  z.regex(/^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/, {
    message: CERTIFICATE,
    abort: true,
  }),
  z.refine(
    isOfCloudFront,
    `must be of a certificate in ${CLOUDFRONT_REGION}, the only region that CloudFront accepts`,
  ),
);

export const domainSchema = z
  .strictObject(
    {
      // The common name of a certificate has at most 64 characters.
      name: z
        .string(NAME)
        .check(z.regex(/^(?=.{4,64}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, NAME)),
      hostedZoneId: z.optional(z.string(ZONE).check(z.regex(/^Z[A-Z0-9]{7,31}$/, ZONE))),
      certificateArn: z.optional(certificateArn),
    },
    'must be an object with a name and either hostedZoneId or certificateArn',
  )
  .check(
    z.refine(
      ({ hostedZoneId, certificateArn: arn }) =>
        (hostedZoneId === undefined) !== (arn === undefined),
      EITHER,
    ),
  );

export type Domain = z.infer<typeof domainSchema>;

/** Whether a host name is reserved for examples and tests: https://www.rfc-editor.org/rfc/rfc2606 */
export const isReservedHost = (host: string): boolean =>
  /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/.test(host.toLowerCase());
