import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { compileFunction } from 'node:vm';
import JestRuntime from 'jest-runtime';

const PACKAGES = `${sep}node_modules${sep}`;
/** Keeps the tests of a file in its own modules. */
const RUNNER = `${PACKAGES}jest-circus${sep}`;
const require = createRequire(import.meta.url);

/** The compiled modules of this worker by their paths, with their source. */
const compiled = new Map();

/** Returns the function that evaluates a module. It is compiled again only if its source has changed. */
function compiledOnce(source, filename, parameters) {
  const before = compiled.get(filename);
  if (before?.source === source) return before.evaluate;
  const evaluate = compileFunction(source, parameters, { filename });
  compiled.set(filename, { source, evaluate });
  return evaluate;
}

/**
 * A Jest runtime that leaves packages to Node: they are loaded once per worker, as they are, and not transformed. The
 * project's own modules are compiled once per worker, and evaluated for each test file as ever, so none of their state
 * outlives it. Works in single-realm-environment.js and does nothing else in any other environment.
 */
export default class SingleRealmRuntime extends JestRuntime {
  constructor(config, environment, ...others) {
    super(config, environment, ...others);
    const { executor } = this;
    this.inNodesRealm = environment.inNodesRealm === true;
    if (this.inNodesRealm)
      executor.compile = (source, filename) =>
        compiledOnce(source, filename, executor.injectedModuleParameters);
  }

  /** Jest would replace a function of the worker's own `process`. */
  installGetBuiltinModule() {
    if (this._environment.inNodesRealm !== true) super.installGetBuiltinModule();
  }

  requireModule(from, name, options, isActual) {
    if (this.inNodesRealm && name && !this._resolution.isCoreModule(name)) {
      const path = this._resolution.resolveCjs(from, name);
      if (path.includes(PACKAGES) && !path.includes(RUNNER)) return require(path);
    }
    return super.requireModule(from, name, options, isActual);
  }
}
