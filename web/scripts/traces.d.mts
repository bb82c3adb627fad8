export function untraced(module: Buffer): Buffer;
