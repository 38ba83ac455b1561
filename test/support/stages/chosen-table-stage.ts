import type { TableStage } from './table-stage.ts';

/** Returns the stage that jest.config.js has chosen, and the engine outside of Jest. */
export async function tableStage(): Promise<TableStage> {
  if (process.env.TABLE_STAGE === 'memory') return (await import('./memory.ts')).memory;
  if (process.env.TABLE_STAGE === 'short wire') return (await import('./short-wire.ts')).shortWire;
  return (await import('./engine.ts')).engine;
}
