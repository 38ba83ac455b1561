import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { measureCosts } from '#bench/measure-costs.ts';
import { type Line, OPERATION_COSTS } from '#bench/operation-costs.ts';
import { type Cost, sentenceOf } from '#lib/operator/consumed-capacity.ts';
import { operations } from '#shared/api/index.ts';
import { schedules } from '#shared/api/schedules.ts';
import { startWorld, type World } from '../support/world.ts';

/* The measured table requests and capacity of each operation equal bench/operation-costs.ts. */

const names = [...Object.keys(operations), ...Object.keys(schedules)];
const lines = Object.entries<Line>(OPERATION_COSTS);

let world: World;
let measured: Record<string, Cost>;
beforeAll(async () => {
  world = await startWorld();
  measured = await measureCosts(world);
});
afterAll(() => world.stop());

describe('the table of operation costs', () => {
  test('has a line for every operation and schedule, and none for anything else', () => {
    expect(Object.keys(OPERATION_COSTS).sort()).toEqual([...names].sort());
  });

  test('gives a reason for every cost above the theoretical minimum, and for no other', () => {
    const unexplained = lines.filter(([, { least, why }]) => (least === undefined) !== !why);
    const pointless = lines.filter(
      ([, { cost, least }]) => least && sentenceOf(least) === sentenceOf(cost),
    );
    expect([...unexplained, ...pointless].map(([name]) => name)).toEqual([]);
  });

  test('has nine tenths of its lines at the theoretical minimum, and none a quarter above it', () => {
    const above = lines.filter(([, { least }]) => least);
    expect(above.length).toBeLessThanOrEqual(lines.length / 10);
    const far = above.filter(([, { cost, least = cost }]) =>
      (['calls', 'reads', 'writes'] as const).some((kind) => cost[kind] > 1.25 * least[kind]),
    );
    expect(far.map(([name]) => name)).toEqual([]);
  });

  test('contains no cost below the theoretical minimum', () => {
    const below = lines.filter(([, { cost, least = cost }]) =>
      (['calls', 'reads', 'writes'] as const).some((kind) => cost[kind] < least[kind]),
    );
    expect(below.map(([name]) => name)).toEqual([]);
  });
});

test('equals the measured cost of every operation', () => {
  const changed = lines.flatMap(([name, { cost }]) => {
    const [was, is] = [sentenceOf(cost), sentenceOf(measured[name] ?? NOTHING)];
    return was === is ? [] : [`${name}: ${was} → ${is}`];
  });
  expect(changed).toEqual([]);
});

const NOTHING: Cost = { calls: 0, reads: 0, writes: 0 };
