/* What a fresh process of a cold start does: it loads a function and answers its first call. Prints the processor time of both. */

const [, , file, call] = process.argv;
const { event, context } = JSON.parse(call);
const spent = (before) => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const began = process.cpuUsage();
const { handler } = require(file);
const loaded = spent(began);
handler(event, { ...context, getRemainingTimeInMillis: () => 30_000 }).then((answer) => {
  const whole = spent(began);
  const status = answer?.statusCode ?? 200;
  process.stdout.write(`\n${JSON.stringify({ loaded, whole, status })}`, () => process.exit(0));
});
