import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from './load.ts';

/*
 * Lighthouse in its mobile preset: a slow 4G (1.6 Mbit/s, 150 ms) and a processor four times as slow as this one, simulated
 * from the recorded requests. It is fetched by npx when it is needed: with its 200 packages it has 185 MB, a sixth of
 * everything else that is installed.
 */
const LIGHTHOUSE = 'lighthouse@12.8.2';

/** The four scores (0 to 100), times in milliseconds, transferred kilobytes. */
export type Audit = {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly javascriptKilobytes: number;
  readonly fontKilobytes: number;
  readonly requests: number;
};

/** An audit that a page fails, with its category. */
export type Failure = `${string}: ${string}`;

type Report = {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<
    Record<
      string,
      { score: number; auditRefs: readonly { readonly id: string; readonly weight: number }[] }
    >
  >;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly title: string;
        readonly numericValue?: number;
        readonly details?: {
          readonly items?: readonly { resourceType?: string; transferSize?: number }[];
        };
      }
    >
  >;
};

/** Audits a page in the Chromium at this debugging port, with the cookies and the storage that it has. */
export async function auditOf(
  url: string,
  port: number,
): Promise<{ readonly audit: Audit; readonly failures: readonly Failure[] }> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      `--port=${port}`,
      '--quiet',
      '--output=json',
      '--disable-storage-reset',
      '--no-enable-error-reporting',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const report = JSON.parse(stdout) as Report;
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  return { audit: figuresOf(report), failures: failuresOf(report) };
}

function figuresOf({ categories, audits }: Report): Audit {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details?.items ?? [];
  const kilobytes = (type: string) =>
    Math.round(
      requests
        .filter(({ resourceType }) => resourceType === type)
        .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000,
    );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: Math.round(value('largest-contentful-paint')),
    tbt: Math.round(value('total-blocking-time')),
    cls: Math.round(value('cumulative-layout-shift') * 1_000) / 1_000,
    javascriptKilobytes: kilobytes('Script'),
    fontKilobytes: kilobytes('Font'),
    requests: requests.length,
  };
}

/** The failed audits outside of performance, which the times above describe better. */
function failuresOf({ categories, audits }: Report): readonly Failure[] {
  return Object.entries(categories)
    .filter(([name]) => name !== 'performance')
    .flatMap(([name, { auditRefs }]) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }): Failure => `${name}: ${audits[id]?.title ?? id}`),
    );
}

/** The median of each figure of several audits of a page. */
export function medianOf(audits: readonly Audit[]): Audit {
  const [first] = audits;
  if (!first) throw new Error('There is no audit.');
  const middle = (name: keyof Audit) => median(audits.map((audit) => audit[name]));
  const names = Object.keys(first) as (keyof Audit)[];
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as Audit;
}
