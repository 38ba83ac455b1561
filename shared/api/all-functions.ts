import type { FunctionDefinition } from './function-definition.ts';
import { areas } from './index.ts';
import { schedules } from './schedules.ts';
import { subscribers } from './subscribers.ts';
import { type SystemFunction, systemFunctions } from './system-functions.ts';

/** The definition of every function by its file below functions/, without the ending: `auth/checkUser`. */
export const functionDefinitions: ReadonlyMap<string, FunctionDefinition> = new Map([
  ...Object.entries(areas).flatMap(([area, operations]) => inFolder(area, operations)),
  ...inFolder('jobs', schedules),
  ...inFolder('events', subscribers),
  ...Object.values<SystemFunction>(systemFunctions).map((one) => [one.file, one] as const),
]);

function inFolder(folder: string, definitions: Readonly<Record<string, FunctionDefinition>>) {
  return Object.values(definitions).map((one) => [`${folder}/${one.name}`, one] as const);
}
