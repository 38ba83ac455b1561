import { AsyncLocalStorage } from 'node:async_hooks';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * The storages that the test file has used. Node copies each of them at each promise, and those of a file would stay with the worker:
 * a fifth of the time went there.
 */
const usedStorages = new Set();
/**
 * The values of these storages. Node keeps a value with every socket, timer and promise that was made while it was set, and some of them
 * outlive the file: with its test, all modules of a file stayed in memory. So Node gets a key, whose value goes with the file.
 */
let stored = new WeakMap();
const { getStore } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.getStore = function get() {
  return stored.get(getStore.call(this));
};
for (const name of ['run', 'enterWith']) {
  const method = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function use(value, ...others) {
    usedStorages.add(this);
    const key = {};
    stored.set(key, value);
    return method.call(this, key, ...others);
  };
}

/**
 * A Jest environment in Node's own realm. Jest's usual one makes a realm with its own `Object` and `Error` for each test
 * file, where packages have to be evaluated anew and every global is slow to read. Here the worker's packages serve all
 * files (single-realm-runtime.js), and what a file did to the globals is undone after it. Eight files of functions in memory took 11.1
 * seconds of CPU with it and 17.8 with Jest's own environment and runtime.
 */
export default class SingleRealmEnvironment {
  global = globalThis;
  inNodesRealm = true;
  moduleMocker = new ModuleMocker(globalThis);
  // Those of the legacy kind, which Jest looks for and nobody uses.
  fakeTimers = null;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.globals = Object.getOwnPropertyDescriptors(globalThis);
    this.env = process.env;
    this.variables = { ...process.env };
    this.exitCode = process.exitCode;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const storage of usedStorages) storage.disable();
    usedStorages.clear();
    stored = new WeakMap();
    this.restoreGlobals();
    // A copy of it would no longer set the time zone of the process.
    process.env = this.env;
    for (const name of Object.keys(process.env))
      if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    process.exitCode = this.exitCode;
  }

  /** Packages keep their state under names like `__cdkTokenMap`, which lasts as long as they do. */
  restoreGlobals() {
    for (const name of Reflect.ownKeys(globalThis)) {
      const now = Object.getOwnPropertyDescriptor(globalThis, name);
      const before = this.globals[name];
      if (!now.configurable || String(name).startsWith('__')) continue;
      if (!before) delete globalThis[name];
      else if (now.value !== before.value || now.get !== before.get)
        Object.defineProperty(globalThis, name, before);
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest takes null for an environment that is torn down. The runtime compiles without a context. */
  getVmContext() {
    return {};
  }
}
