// What a game at a table shows besides its board, its moves and its chat, in one file that is fetched behind the rules:
// without them there is nothing to say, to answer or to choose.
import '../device/synth.ts'; // so that the first sound comes at once
import PlanScreen from './PlanScreen.svelte';
import TableCards from './TableCards.svelte';
import TableDialogs from './TableDialogs.svelte';

export default { PlanScreen, TableCards, TableDialogs };
