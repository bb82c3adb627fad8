export function direct(bytes: Buffer): Buffer;
