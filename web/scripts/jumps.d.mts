export function rewrite(bytes: Buffer): { module: Buffer; share: number };
export function direct(bytes: Buffer): Buffer;
export function checkRewriting(name: string, share: number, version: string): string | undefined;
