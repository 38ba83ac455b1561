export type StageName = 'engine' | 'memory';
export declare const WITHOUT_ENGINE: string;
export declare function chosenStage(platform?: string): StageName;
export declare function leftOut(platform?: string): readonly string[];
