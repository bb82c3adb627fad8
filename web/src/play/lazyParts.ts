// What a game on this device shows besides its board and its moves, in one file that is fetched behind the rules: without
// them there is nothing to say, to ask or to choose.
import '../device/synth.ts'; // so that the first sound comes at once
import Cards from './Cards.svelte';
import GameDialogs from './GameDialogs.svelte';

export default { Cards, GameDialogs };
