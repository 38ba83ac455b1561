import { dirname } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { secretVariables } from '#shared/secret-names.ts';
import { deployedFileOf } from '../deployed-file.ts';
import { nameInStage, type StageSettings } from '../settings.ts';
import { buildOf } from '../source-maps.ts';
import type { DataStack } from './data.ts';
import type { LiveApi } from './live-api.ts';

/** The settings and resources that all functions of a stage share. */
export class Stage {
  readonly settings: StageSettings;
  readonly data: DataStack;
  /** The topic of all alarms. */
  readonly alarms: Topic;
  /** The public origin: `https://…`, without a trailing slash. */
  readonly origin: string;
  readonly live: LiveApi;
  readonly faultNamespace: string;
  /** The directory with all bundles. */
  readonly bundles: string;

  constructor(props: {
    readonly settings: StageSettings;
    readonly data: DataStack;
    readonly alarms: Topic;
    readonly origin: string;
    readonly live: LiveApi;
    /** The directory with all bundles, of which each is an asset of its own. */
    readonly bundles: string;
  }) {
    this.settings = props.settings;
    this.data = props.data;
    this.alarms = props.alarms;
    this.origin = props.origin;
    this.live = props.live;
    this.bundles = props.bundles;
    this.faultNamespace = `ReplyPaid/${props.settings.stage}/Faults`;
  }

  /** The physical name of a resource. */
  nameOf(name: string): string {
    return nameInStage(this.settings.stage, name);
  }

  /** The name of the configuration set of emails, which functions read from their settings. */
  get configurationSet(): string {
    return this.nameOf('email');
  }

  /**
   * The code asset of a function, so that a deployment changes only functions whose code has changed. Source maps are archived
   * separately. `file`: its file below functions/, without the extension.
   */
  codeOf(file: string): Code {
    return Code.fromAsset(dirname(deployedFileOf(this.bundles, file)), { exclude: ['*.map'] });
  }

  /** The build id of a function, which its log lines contain to find the right source map. */
  buildOf(file: string): string {
    return buildOf(deployedFileOf(this.bundles, file));
  }

  environment(scope: Construct): Record<string, string> {
    const { stage, launchDate, phoneCountries, fees } = this.settings;
    const { maxTextMessageDollars, hourlyTextDollars, eventTextDollars } = this.settings;
    const { refundAloneCents, deskPasskeyHours, danger, helpLines, email, attachments } =
      this.settings;
    const settings = {
      stage,
      origin: this.origin,
      launchDate,
      phoneCountries,
      fees,
      maxTextMessageDollars,
      hourlyTextDollars,
      eventTextDollars,
      refundAloneCents,
      deskPasskeyHours,
      danger,
      helpLines,
      attachments,
      ...(email && { email: { ...email, configurationSet: this.configurationSet } }),
    };
    return {
      TABLE_NAME: this.data.table.tableName,
      MEDIA_BUCKET: this.data.media.bucketName,
      MEDIA_URL: `${this.origin}/media`,
      ...secretVariables((name) => this.data.secrets[name].secretArn),
      SETTINGS: Stack.of(scope).toJsonString(settings),
      STRIPE_JS_URL: 'https://js.stripe.com/v3/',
    };
  }
}
