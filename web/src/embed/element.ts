// <cairn-board>: a board on any page. At rest it is a drawing with a description, made from the attributes alone; a game or
// a puzzle loads the rules when somebody first touches it.
import prepared from '../../gen/boards.json' with { type: 'json' };
import { plan as makePlan, readingRows } from '../board/geometry.ts';
import { spotName } from '../board/names.ts';
import { BOARDS, LIVE } from '../board/paint.ts';
import { variablesOf } from '../board/pieceSets.ts';
import { empty } from '../board/selection.ts';
import { still } from '../board/still.ts';
import type { Layout, Pieces, Stacks } from '../board/types.ts';
import { piecesOf } from '../games.ts';
import type { Texts } from '../i18n/index.ts';
import type { GameInfo } from '../rules/types.ts';
import { addStyles } from './sheet.ts';
import type { Begin } from './stage.ts';
import { STYLES } from './styles.ts';
import { ATTRIBUTES, standing, turnIn, type Wish, wishOf } from './wish.ts';
import { languageOf, textsOf } from './words.ts';

const games = prepared.games as unknown as readonly GameInfo[];
const boards: Readonly<Record<string, string>> = prepared.boards;
const layouts = prepared.layouts as unknown as Readonly<Record<string, Layout>>;

const tag = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

/** What a line and a button take of the height (styles.ts), and how high the board is at least. */
const [LINE, BUTTON, LEAST] = [27, 52, 60];

export class CairnBoard extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES;
  readonly #root = this.attachShadow({ mode: 'open' });
  #width = 0;
  #height = 0;
  /** As high as the page wants the element; 0 where it is as high as its content. */
  readonly #high = tag('div', { class: 'high' });
  #seen: ResizeObserver | undefined;
  /** Ends what is played. */
  #end: (() => void) | undefined;
  /** Grows with every drawing from the attributes; what was asked for before is dropped. */
  #drawn = 0;
  #due = false;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #onscheme = (): void => {
    for (const box of this.#root.querySelectorAll<HTMLElement>('.box')) this.#paint(box);
  };

  constructor() {
    super();
    addStyles(this.#root, STYLES);
    this.#root.append(this.#high);
  }
  connectedCallback(): void {
    this.#dark.addEventListener('change', this.#onscheme);
    this.#seen ??= new ResizeObserver(() => {
      // While a game is played, its board sees to its own size.
      if (!this.#end && (this.#room() !== this.#width || this.#high.offsetHeight !== this.#height)) this.#draw();
    });
    this.#seen.observe(this);
    this.#seen.observe(this.#high);
    this.#draw();
  }
  disconnectedCallback(): void {
    this.#dark.removeEventListener('change', this.#onscheme);
    this.#seen?.disconnect();
    this.#drawn++;
    this.#end?.();
    this.#end = undefined;
  }
  attributeChangedCallback(_: string, was: string | null, now: string | null): void {
    if (was === now || !this.isConnected || this.#due) return;
    // Several attributes that are changed together are one change.
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.isConnected) this.#draw();
    });
  }

  #room(): number {
    const { size } = this.#wish();
    const room = Math.round(this.clientWidth) || 360;
    return size ? Math.min(size, room) : room;
  }
  /** By the attribute, else as the page around it is: one that knows no dark scheme stays light. */
  #isDark(): boolean {
    const theme = this.getAttribute('theme');
    if (theme === 'dark' || theme === 'light') return theme === 'dark';
    const { colorScheme } = getComputedStyle(this);
    return /dark/.test(colorScheme) && (this.#dark.matches || !/light/.test(colorScheme));
  }
  #wish(): Wish {
    return wishOf((name) => this.getAttribute(name));
  }

  /** The board at rest. */
  #draw(): void {
    this.#end?.();
    this.#end = undefined;
    const drawn = ++this.#drawn;
    const wish = this.#wish();
    const lang = languageOf(this);
    const texts = textsOf(lang);
    const info = games.find((g) => g.id === wish.game);
    const layout = layouts[boards[wish.game] ?? ''];
    const stacks = layout && standing(layout, wish.position);
    this.#width = this.#room();
    this.#height = this.#high.offsetHeight;
    if (!info || !layout || !stacks) {
      const known = games.map((g) => g.id).join(', ');
      const about = info ? `position ${wish.position}` : `game ${wish.game} (${known})`;
      const trouble = tag('p', { class: 'trouble', role: 'alert' }, texts.t('ui.embed.board.unreadable'));
      this.#show(tag('div', { class: 'box', lang }, trouble));
      this.#tell('cairn-error', { message: `cannot be shown: ${about}` });
      return;
    }
    const pieces: Pieces = piecesOf(info);
    const turns = wish.flip ? 2 : 0;
    const look = { layout, pieces, highest: info.highest, stacks, turns, paint: LIVE, coords: wish.labels } as const;
    const turn = turnIn(wish.position, info.sides);
    const says = turn && texts.t('say.turn_of', { player: texts.t(`side.${turn}`) });
    const asks = wish.moves.length ? 'ui.embed.board.step' : '';
    const waits = wish.solution.length ? 'ui.embed.board.solve' : asks;
    const under = (says ? LINE : 0) + (waits ? BUTTON : 0);
    const { fit, svg } = still(look, this.#width, this.#height && Math.max(LEAST, this.#height - under));
    const frame = tag('div', { class: 'frame', part: 'board' });
    frame.innerHTML = `<svg aria-hidden="true" viewBox="0 0 ${fit.w} ${fit.h}" width="${fit.w}" height="${fit.h}">${svg}</svg>`;
    const label = texts.t('a11y.board', { game: texts.t(`game.${info.id}`) });
    const box = tag(
      'div',
      { class: 'box', role: 'group', 'aria-label': label, lang },
      frame,
      described(layout, pieces, stacks, turns, texts),
    );
    if (says) box.append(tag('p', { class: 'turn', part: 'turn' }, says));
    if (waits) {
      const button = tag('button', { type: 'button', part: 'button' }, texts.t(waits));
      const begin = (): void => {
        if (drawn === this.#drawn) void this.#begin({ wish, info, layout, lang, texts, box, button, drawn });
      };
      button.addEventListener('click', begin);
      frame.addEventListener('click', begin);
      frame.classList.add('waits');
      box.append(button);
    }
    this.#show(box);
  }
  /** Gives the box the colors of the theme, the board and the pieces. */
  #paint(box: HTMLElement): void {
    const dark = this.#isDark();
    const { board, pieces } = this.#wish();
    box.classList.toggle('dark', dark);
    if (board !== 'stone')
      for (const [name, value] of Object.entries(BOARDS[board][dark ? 'dark' : 'light']))
        box.style.setProperty(`--${name}`, value);
    if (pieces === 'solid') return;
    box.dataset.pieces = pieces;
    for (const [name, value] of Object.entries(variablesOf(pieces))) box.style.setProperty(name, value);
  }
  #show(content: HTMLElement): void {
    this.#paint(content);
    content.style.maxWidth = `${this.#wish().size || 2000}px`;
    this.#root.replaceChildren(this.#high, content);
  }

  /** Loads the rules and what plays; the drawing stays until they are there. */
  async #begin(o: {
    readonly wish: Wish;
    readonly info: GameInfo;
    readonly layout: Layout;
    readonly lang: string;
    readonly texts: Texts;
    readonly box: HTMLElement;
    readonly button: HTMLButtonElement;
    readonly drawn: number;
  }): Promise<void> {
    const { wish, info, layout, lang, texts, button, box, drawn } = o;
    if (button.getAttribute('aria-busy')) return;
    const word = button.textContent;
    button.setAttribute('aria-busy', 'true');
    button.textContent = texts.t('ui.loading');
    const focused = this.#root.activeElement === button;
    const stage = tag('div', { class: 'box', role: 'group', 'aria-label': box.getAttribute('aria-label') ?? '', lang });
    try {
      const { begin }: { begin: Begin } = await import('./begin.ts');
      const end = await begin({
        element: this,
        root: this.#root,
        box: stage,
        high: this.#high,
        wish,
        info,
        layout,
        lang,
      });
      if (drawn !== this.#drawn) {
        end();
        return;
      }
      this.#end = end;
      this.#show(stage);
      // Who pressed the button by key goes on at the board, or at the next step.
      if (focused) {
        const at = (selector: string): HTMLElement | null => stage.querySelector(selector);
        (at('.step .btn:enabled') ?? at('[role=gridcell][tabindex="0"]'))?.focus();
      }
      this.#tell('cairn-ready', { game: info.id, plies: wish.solution.length ? 0 : wish.moves.length });
    } catch (e) {
      if (drawn !== this.#drawn) return;
      button.removeAttribute('aria-busy');
      button.textContent = word;
      this.#root.querySelector('.trouble')?.remove();
      box.append(tag('p', { class: 'trouble', role: 'alert' }, texts.t('ui.embed.board.failed')));
      this.#tell('cairn-error', { message: e instanceof Error ? e.message : String(e) });
    }
  }
  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** The position for who does not see it: every stack by its spot, in the order of the screen. */
function described(layout: Layout, pieces: Pieces, stacks: Stacks, turns: 0 | 2, texts: Texts): HTMLElement {
  const plan = makePlan(layout, turns);
  const choices = { stacks, moves: [], claim: '', active: false };
  const speaker = { plan, pieces, choices, selection: empty, marks: {}, owners: {}, t: texts.t };
  const names = readingRows(plan)
    .flat()
    .filter((spot) => stacks[spot]);
  return tag('ul', { class: 'sr' }, ...names.map((spot) => tag('li', {}, spotName(speaker, spot))));
}
