export function joined(bytes: Buffer): Buffer;
