import { type App, Stack, Tags, Validations } from 'aws-cdk-lib';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { AwsSolutionsChecks } from 'cdk-nag';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { APPLE_DOMAIN_PATH } from '../apple-domain-file.ts';
import { CLOUDFRONT_REGION } from '../domain.ts';
import { nameInStage, type StageSettings } from '../settings.ts';
import { AlarmsStack } from './alarms.ts';
import { ApiStack } from './api.ts';
import { CertificateStack } from './certificate.ts';
import { BACKUP, CopiesStack } from './copies.ts';
import { DashboardStack } from './dashboard.ts';
import { DataStack } from './data.ts';
import { EdgeAlarmsStack } from './edge-alarms.ts';
import { EmailStack } from './email.ts';
import { EventsStack, type Subscribers } from './events.ts';
import { FirewallStack } from './firewall.ts';
import { FrontStack } from './front.ts';
import { JobsStack, type Schedules } from './jobs.ts';
import type { Areas } from './operation-shards.ts';
import { OperationsStack } from './operations.ts';
import { ProbeStack } from './probe.ts';
import { SiteStack, type WebBuild } from './site.ts';
import { Stage } from './stage.ts';
import { SupportStack } from './support.ts';
import { TextingStack } from './texting.ts';

export type ProductProps = {
  readonly settings: StageSettings;
  readonly areas: Areas;
  readonly schedules: Schedules;
  readonly subscribers: Subscribers;
  /** The directory with the bundle of every function. */
  readonly bundles: string;
  /** Undefined when the web app is not built: then its files are not uploaded. */
  readonly web: WebBuild | undefined;
  /** Deploys to production without the canary, for an emergency fix. */
  readonly urgent?: boolean;
  /** Whether this is the first deployment, which creates nested stacks one at a time. */
  readonly first?: boolean;
};

/**
 * Creates all stacks of a stage. They are split by how often they change: most deployments update only the functions and
 * the web app, because the Front stack does not refer to functions, and functions only use its origin.
 */
export function product(app: App, props: ProductProps): void {
  const { settings, bundles, web, urgent = false, first = false, ...definitions } = props;
  const { areas, schedules, subscribers } = definitions;
  const named = (name: string) => `${PRODUCT_NAME}-${settings.stage}-${name}`;
  const { account, region } = settings;
  const env = { account, region };

  const data = new DataStack(app, named('Data'), {
    env,
    restoredTable: settings.restoredTable,
  });
  const alarms = new AlarmsStack(app, named('Alarms'), {
    env,
    email: settings.alarmEmail,
    ...(settings.copies && { publishers: [BACKUP] }),
  });
  const edgeTopic = topicAtCloudFront(app, { settings, named, alarms });
  const front = new FrontStack(app, named('Front'), {
    env,
    named: (name) => nameInStage(settings.stage, name),
    data,
    webFiles: [
      ...(web?.files ?? []),
      ...(settings.appleDomainText === undefined ? [] : [APPLE_DOMAIN_PATH]),
    ],
    domain: domainWithCertificate(app, settings, named),
    sharedPaths: cachedPathsOf(areas),
    paused: settings.paused ?? false,
    attachments: settings.attachments ?? false,
    originKeys: settings.originKeys,
    firewallArn: settings.waf
      ? firewall(app, { settings, named, topic: edgeTopic }).arn
      : undefined,
  });
  const { httpApi, apiStageName, webBucket, origin, live } = front;
  const stage = new Stage({ settings, data, alarms: alarms.topic, origin, live, bundles });

  new SupportStack(app, named('Support'), { env, stage });
  new TextingStack(app, named('Texting'), { env, stage });
  if (settings.copies)
    new CopiesStack(app, named('Copies'), { env, stage, vaultArn: settings.copies.vaultArn });
  if (settings.email)
    new EmailStack(app, named('Email'), { env, stage, from: settings.email.from });
  const events = new EventsStack(app, named('Events'), { env, stage, subscribers });
  const jobs = new JobsStack(app, named('Jobs'), { env, stage, schedules });
  const ofApi = { env, stage, httpApi, areas, urgent, first };
  const operations = new OperationsStack(app, named('Operations'), ofApi);
  const api = new ApiStack(app, named('Api'), { ...ofApi, apiStageName, webBucket });
  api.addStackDependency(operations);
  // These have no canary. They are deployed after the API, whose canary stops a faulty release.
  const probe = new ProbeStack(app, named('Probe'), { env, stage });
  for (const after of [events, jobs, probe]) after.addStackDependency(api);
  if (web)
    new SiteStack(app, named('Site'), { env, front, build: web, settings }).addStackDependency(api);
  const { distribution } = front;
  new EdgeAlarmsStack(app, named('EdgeAlarms'), {
    ...atCloudFront(settings),
    stage,
    distribution,
    topic: edgeTopic,
  });
  new DashboardStack(app, named('Dashboard'), {
    env,
    stage,
    httpApi,
    distribution,
    ...definitions,
  });

  if (settings.production)
    for (const stack of app.node.children.filter(Stack.isStack)) stack.terminationProtection = true;
  Tags.of(app).add('product', PRODUCT_NAME);
  Tags.of(app).add('stage', settings.stage);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app, { verbose: true }));
}

const cachedPathsOf = (areas: Areas): readonly string[] =>
  Object.values(areas)
    .flatMap((area) => Object.values(area))
    .flatMap(({ path, sharedSeconds }) => (sharedSeconds ? [path] : []));

type Named = (name: string) => string;

/** Stack properties for resources that must be in CloudFront's region. */
const atCloudFront = ({ account }: StageSettings) => ({
  env: { account, region: CLOUDFRONT_REGION },
});

/** The domain with its certificate, which is created here or given in the settings. */
function domainWithCertificate(app: App, settings: StageSettings, named: Named) {
  const { domain } = settings;
  if (!domain) return undefined;
  const { name, hostedZoneId, certificateArn } = domain;
  if (certificateArn !== undefined) return { name, certificateArn };
  if (hostedZoneId === undefined) return undefined;
  const own = { name, hostedZoneId };
  const props = { ...atCloudFront(settings), domain: own };
  const { arn } = new CertificateStack(app, named('Certificate'), props);
  return { ...own, certificateArn: arn };
}

/** The topic of alarms in CloudFront's region, because an alarm can only notify topics of its own region. */
function topicAtCloudFront(
  app: App,
  { settings, named, alarms }: { settings: StageSettings; named: Named; alarms: AlarmsStack },
): Topic {
  if (settings.region === CLOUDFRONT_REGION) return alarms.topic;
  const props = { ...atCloudFront(settings), email: settings.alarmEmail };
  return new AlarmsStack(app, named('EdgeTopic'), props).topic;
}

const firewall = (
  app: App,
  { settings, named, topic }: { settings: StageSettings; named: Named; topic: Topic },
): FirewallStack =>
  new FirewallStack(app, named('Firewall'), {
    ...atCloudFront(settings),
    settings,
    alarms: topic,
  });
