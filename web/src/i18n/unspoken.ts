/** The event of a language that was chosen and could not be loaded; whoever hears it says so. */
export const UNSPOKEN = 'cairn-unspoken';
