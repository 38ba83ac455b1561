export declare const PACKAGED: string;
export declare const WITHOUT_BROWSER: string;
export declare function chosenBrowser(exists?: (path: string) => boolean): string | undefined;
