export type StageName = 'engine' | 'memory';
export declare const WITHOUT_ENGINE: string;
export declare function hasEngine(platform?: string): boolean;
export declare function chosenStage(platform?: string): StageName;
