import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CliError } from '#lib/cli-error.ts';
import { runCommand } from '#lib/operator/command.ts';
import { enterStage } from '#lib/operator/enter-stage.ts';
import { readStageSettings } from '#lib/settings.ts';

/* `npm run bench:aws`: measures a deployed stage. See docs/operations.md, Measuring a deployed stage. */

const USAGE = `npm run bench:aws -- --stage <stage> [--count 50] [--cold] [--production] [--out .local]

Measures a deployed stage and writes report.json and report.md into .local. BENCH_SENDER, BENCH_SENDER_PASSWORD, BENCH_RECIPIENT
and BENCH_RECIPIENT_PASSWORD are two accounts of the stage, registered by hand, that nobody else uses; of the stage
local two demo accounts by default. --cold forces cold starts by a change of configuration.`;

const DEMO = { sender: 'ben.okafor', recipient: 'lucia.prado', password: 'Letters-4-all' };

const options = {
  stage: { type: 'string' },
  count: { type: 'string', default: '50' },
  cold: { type: 'boolean', default: false },
  production: { type: 'boolean', default: false },
  out: { type: 'string', default: '.local' },
} as const;

await runCommand(USAGE, async () => {
  const { stage, count, cold, production, out } = parseArgs({ options }).values;
  if (!stage) throw new CliError('Name a stage: npm run bench:aws -- --stage test');
  if (!(Number(count) >= 1 && Number(count) <= 200))
    throw new CliError(
      '--count has to be a number from 1 to 200: more calls meet the rate limit of an account.',
    );
  if (stage !== 'local' && readStageSettings(stage).production) checkProduction(production, cold);
  enterStage(stage);
  process.env.LOG_LEVEL = 'SILENT';
  const [{ measureStage }, { markdownOf }] = await Promise.all([
    import('#lib/operator/stage-measures/measure.ts'),
    import('#lib/operator/stage-measures/report.ts'),
  ]);
  const report = await measureStage({
    stage,
    cold,
    count: Number(count),
    say: console.log,
    sender: accountOf('SENDER', stage),
    recipient: accountOf('RECIPIENT', stage),
  });
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(out, 'report.md'), markdownOf(report));
  console.log(`${join(out, 'report.md')} is written.`);
});

function checkProduction(agreed: boolean, cold: boolean): void {
  if (!agreed)
    throw new CliError(
      'This is production, and its people would wait for the measurement. Re-run with --production to measure it.',
    );
  if (cold)
    throw new CliError(
      'No cold starts are forced in production, because people would wait for them. Leave --cold out.',
    );
}

function accountOf(who: 'SENDER' | 'RECIPIENT', stage: string) {
  const [username, password] = [process.env[`BENCH_${who}`], process.env[`BENCH_${who}_PASSWORD`]];
  if (username && password) return { username, password };
  if (stage === 'local')
    return { username: who === 'SENDER' ? DEMO.sender : DEMO.recipient, password: DEMO.password };
  throw new CliError(
    `Give BENCH_${who} and BENCH_${who}_PASSWORD: an account of the stage that nobody else uses.`,
  );
}
