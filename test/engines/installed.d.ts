export const GTK_BROWSER: string;
export const OLD_CHROMIUM: string;

type Engine = {
  /** The name of its test. */
  readonly test: string;
  readonly files: readonly string[];
  readonly packages: string;
};
export const missingEngines: readonly Engine[];
