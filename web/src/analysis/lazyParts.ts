// What an analysis shows besides its board and its moves, in one file that is fetched behind the rules.
import '../device/synth.ts'; // so that the first sound comes at once
import './print.css';
import Explanation from '../game/Explanation.svelte';
import AnalysisDialogs from './AnalysisDialogs.svelte';
import Strip from './Strip.svelte';
import StudyNews from './StudyNews.svelte';
import Tools from './Tools.svelte';
import ValueBar from './ValueBar.svelte';

export default { AnalysisDialogs, Explanation, Strip, StudyNews, Tools, ValueBar };
