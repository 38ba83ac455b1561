/** An error that a command prints as its message alone, without a stack trace: the person at the terminal can fix it. */
export class CliError extends Error {
  override name = 'CliError';
}

/** A mistake in the settings or in what is to be deployed, found before a deployment. */
export class ConfigError extends CliError {
  override name = 'ConfigError';
}
