// The file that a page loads for <cairn-board>. It leaves no name behind but that of the element.
import { CairnBoard } from './element.ts';

if (!customElements.get('cairn-board')) customElements.define('cairn-board', CairnBoard);
