export function writeOut(css: string): string;
