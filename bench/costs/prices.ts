/*
 * List prices in US dollars without taxes, free tiers and discounts: AWS in us-east-1, and Stripe for US cards.
 * Prices change; check the linked pages before a decision depends on them.
 */

export const PRICED = { asOf: '2025-11', region: 'us-east-1' } as const;

const MILLION = 1_000_000;

export const PRICES = {
  /** https://aws.amazon.com/dynamodb/pricing/on-demand/ */
  table: {
    writeUnit: 0.625 / MILLION,
    readUnit: 0.125 / MILLION,
    gigabyteMonth: 0.25,
    recoveryGigabyteMonth: 0.2,
  },
  /** https://aws.amazon.com/lambda/pricing/ (arm64) */
  lambda: { request: 0.2 / MILLION, gigabyteSecond: 0.000_013_333_4 },
  /** https://aws.amazon.com/api-gateway/pricing/ (HTTP API) */
  gateway: { request: 1 / MILLION },
  /**
   * https://aws.amazon.com/cloudfront/pricing/ (United States and Europe); each request also runs a CloudFront
   * Function
   */
  cloudFront: { request: 1 / MILLION, functionCall: 0.1 / MILLION, gigabyteOut: 0.085 },
  /** https://aws.amazon.com/waf/pricing/ */
  firewall: { webAclMonth: 5, ruleMonth: 1, request: 0.6 / MILLION },
  /** https://aws.amazon.com/eventbridge/pricing/ */
  bus: { event: 1 / MILLION },
  /**
   * https://aws.amazon.com/appsync/pricing/ (Events). Operations are connections, subscriptions, published events, and each event
   * that is delivered to a connection, all in units of 5 kB.
   */
  eventApi: { operation: 1 / MILLION, connectionMinute: 0.08 / MILLION },
  /** https://aws.amazon.com/sns/sms-pricing/ (United States, including carrier fees) */
  text: { message: 0.0095 },
  /** https://aws.amazon.com/cloudwatch/pricing/; https://aws.amazon.com/xray/pricing/ */
  watching: {
    logGigabyte: 0.5,
    logGigabyteMonth: 0.03,
    alarmMetricMonth: 0.1,
    metricMonth: 0.3,
    dashboardMonth: 3,
    trace: 5 / MILLION,
  },
  /** https://aws.amazon.com/secrets-manager/pricing/ */
  secrets: { secretMonth: 0.4, reading: 0.05 / 10_000 },
  /** https://aws.amazon.com/kms/pricing/ */
  keys: { keyMonth: 1 },
  /** https://aws.amazon.com/s3/pricing/ */
  pictures: { gigabyteMonth: 0.023 },
  /** https://stripe.com/pricing, https://stripe.com/connect/pricing */
  stripe: {
    chargeShare: 0.029,
    charge: 0.3,
    payoutShare: 0.0025,
    payout: 0.25,
    paidAccountMonth: 2,
  },
} as const;
