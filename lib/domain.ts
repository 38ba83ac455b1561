import * as z from 'zod';

/*
 * The address of a stage that is not CloudFront's own. Either Route 53 of this account keeps its DNS: then certificate
 * and records are made here. Or somebody else does: then the certificate is made beforehand, and the record by hand.
 */

/** CloudFront takes certificates of this region alone, and reads its firewalls there, wherever the stage is. */
export const CLOUDFRONT_REGION = 'us-east-1';

const NAME = 'must be a host name in small letters, such as letters.example.org';
const ZONE = 'must be the id of a hosted zone in Route 53, such as Z0123456789ABCDEFGHIJ';
const CERTIFICATE =
  'must be the ARN of a certificate, such as arn:aws:acm:us-east-1:123456789012:certificate/…';
const EITHER =
  'must have either hostedZoneId (Route 53 of this account keeps its DNS) or certificateArn (somebody else does)';

const isOfCloudFront = (arn: string) => arn.split(':')[3] === CLOUDFRONT_REGION;

const certificateArn = z
  .string(CERTIFICATE)
  .regex(/^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/, {
    message: CERTIFICATE,
    abort: true,
  })
  .refine(
    isOfCloudFront,
    `must be of a certificate in ${CLOUDFRONT_REGION}: CloudFront takes no other`,
  );

export const domainSchema = z
  .strictObject(
    {
      // A certificate's first name has at most 64 characters.
      name: z.string(NAME).regex(/^(?=.{4,64}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, NAME),
      hostedZoneId: z
        .string(ZONE)
        .regex(/^Z[A-Z0-9]{7,31}$/, ZONE)
        .optional(),
      certificateArn: certificateArn.optional(),
    },
    'must be an object with a name and either hostedZoneId or certificateArn',
  )
  .refine(
    ({ hostedZoneId, certificateArn: arn }) => (hostedZoneId === undefined) !== (arn === undefined),
    EITHER,
  );

export type Domain = z.infer<typeof domainSchema>;

/** Names that the internet keeps free for examples: https://www.rfc-editor.org/rfc/rfc2606 */
export const isNobodys = (host: string): boolean =>
  /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/.test(host.toLowerCase());
