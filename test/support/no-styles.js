/* Stands for a style sheet that a component imports. */
export {};
