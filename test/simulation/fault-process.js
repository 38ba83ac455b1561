/*
 * Runs bundles of the simulation, one after the other, in a process of their own. Each is a new copy of the product's
 * modules; the packages are loaded once. Answers a message { bundle, options } with the report.
 */

process.on('message', async ({ bundle, options }) => {
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...options);
  const { report } = await import(bundle);
  process.send(report);
});
