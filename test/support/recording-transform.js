import { dirname, join, relative, sep } from 'node:path';
import swc from '@swc/jest';

// What @swc/jest does to every file, and to a handler one thing before: it is wrapped by `recorded` (recorder.ts) under
// its name below functions/. The product knows nothing of it, and its lines stay where they are.

const ROOT = join(import.meta.dirname, '../..');
const RECORDER = join(import.meta.dirname, 'recorder.ts');
const DECLARED = /^export const handler =/m;

function watched(source, file) {
  const name = relative(join(ROOT, 'functions'), file).split(sep).join('/').replace(/\.ts$/, '');
  if (name.startsWith('..') || !DECLARED.test(source)) return source;
  const recorder = relative(dirname(file), RECORDER).split(sep).join('/');
  return `${source.replace(DECLARED, 'const itself =')}
import { recorded } from '${recorder}';
export const handler = recorded('${name}', itself);
`;
}

export default {
  createTransformer(options) {
    const transformer = swc.createTransformer(options);
    return {
      canInstrument: transformer.canInstrument,
      process: (source, file, context) => transformer.process(watched(source, file), file, context),
      processAsync: (source, file, context) =>
        transformer.processAsync(watched(source, file), file, context),
      getCacheKey: (source, file, context) =>
        `${transformer.getCacheKey(watched(source, file), file, context)}`,
    };
  },
};
