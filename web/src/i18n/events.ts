// Events of the page as a whole. Who hears them says so.

/** A language was chosen and could not be loaded. */
export const UNSPOKEN = 'cairn-unspoken';
/** Something that was chosen could not be stored, or what could not be is stored now: `detail` says whether all of it is. */
export const UNSAVED = 'cairn-unsaved';
