import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { PRODUCT_NAME } from '../../shared/brand.ts';
import type { StageSettings } from '../settings.ts';
import { AlarmsStack } from './alarms.ts';
import { ApiStack, type Areas } from './api.ts';
import { DashboardStack } from './dashboard.ts';
import { DataStack } from './data.ts';
import { EventsStack, type Subscribers } from './events.ts';
import { FrontStack } from './front.ts';
import { JobsStack, type Schedules } from './jobs.ts';
import { SiteStack, type WebBuild } from './site.ts';
import { Stage } from './stage.ts';
import { SupportStack } from './support.ts';

export type ProductProps = {
  readonly settings: StageSettings;
  readonly areas: Areas;
  readonly schedules: Schedules;
  readonly subscribers: Subscribers;
  /** The directory with the bundle of every function. */
  readonly bundles: string;
  /** Absent where nobody built the web app: then its files are not uploaded. */
  readonly web: WebBuild | undefined;
};

/**
 * The product in AWS, in stacks split by how long what is in them lives. Front knows no function and functions know
 * only its address, so each deployment changes the API, the jobs and the site, and leaves the rest alone.
 */
export function product(app: App, { settings, bundles, web, ...definitions }: ProductProps): void {
  const { areas, schedules, subscribers } = definitions;
  const named = (name: string) => `${PRODUCT_NAME}-${settings.stage}-${name}`;
  const env = { region: settings.region };

  const data = new DataStack(app, named('Data'), { env });
  const alarms = new AlarmsStack(app, named('Alarms'), { env, email: settings.alarmEmail });
  const front = new FrontStack(app, named('Front'), { env, data, webFiles: web?.files ?? [] });
  const { httpApi, webBucket, origin } = front;
  const stage = new Stage({ settings, data, alarms: alarms.topic, origin, bundles });

  new SupportStack(app, named('Support'), { env, stage });
  new EventsStack(app, named('Events'), { env, stage, subscribers });
  new JobsStack(app, named('Jobs'), { env, stage, schedules });
  const api = new ApiStack(app, named('Api'), { env, stage, httpApi, webBucket, areas });
  if (web) new SiteStack(app, named('Site'), { env, front, build: web, settings }).addStackDependency(api);
  new DashboardStack(app, named('Dashboard'), { env, stage, httpApi, ...definitions });

  Tags.of(app).add('product', PRODUCT_NAME);
  Tags.of(app).add('stage', settings.stage);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app, { verbose: true }));
}
