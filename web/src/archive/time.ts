// Moments as the archive keeps them.

/** The end of the year 9999: later years have no date of four digits, and no date at all in the end. */
const LAST = Date.UTC(10_000, 0) - 1;

/** Whether a value is a moment: whole milliseconds since 1970, of which a date can be made. */
export const isTime = (v: unknown): v is number => typeof v === 'number' && Number.isInteger(v) && v >= 0 && v <= LAST;
