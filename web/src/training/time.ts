// Times as they are read.

/** "0:11", "12:03". */
export function clockText(ms: number): string {
  const s = Math.floor(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}
/** What is left until a time, in whole hours and minutes. */
export function leftUntil(end: number, now: number): { readonly h: number; readonly m: number } {
  const minutes = Math.max(0, Math.ceil((end - now) / 60_000));
  return { h: Math.floor(minutes / 60), m: minutes % 60 };
}
