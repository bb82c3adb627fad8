// Messages about the site as a whole: ready for use without a connection, a new version, no connection, a browser that
// stores nothing, or a saved game that cannot be read.
import { mount } from 'svelte';
import type { Message } from './message.ts';
import Notice from './Notice.svelte';
import type { Warning } from './notices.ts';

/** The event of browsers that can install a page; not in the standard types. */
export interface Installer extends Event {
  prompt(): Promise<unknown>;
}

export interface News {
  /** All is kept on this device; told is called once that was shown. */
  ready(told: () => void): void;
  offline(): void;
  /** A language that was chosen could not be loaded. */
  unspoken(): void;
  /** What is shown is kept by nothing; `save` puts it into a file. Null once it is kept. */
  notSaved(save: (() => void) | null): void;
  /** The archive takes no games, and why; root leads to the root of the site. Null once it takes them. */
  notKept(trouble: Trouble | null, root: string): void;
  /** What was chosen on this page is not stored, or is. */
  unsaved(unsaved: boolean): void;
  /** A saved game cannot be read: from a ply on, or (null) at all. */
  unread(from: number | null, save: () => void): void;
  update(use: () => void, later: () => void): void;
  installable(event: Event): void;
}

/** Why the archive takes no games (archive/trouble.ts). */
type Trouble = 'none' | 'newer' | 'blocked' | 'full' | 'failed';

let made: News | null = null;

/** The one notice of the page. */
export function news(): News {
  if (made) return made;
  let installer: Installer | null = null;
  let told: (() => void) | null = null;
  // First in the page: what waits for an answer moves the page down instead of lying over it.
  const notice = mount(Notice, { target: document.body, anchor: document.body.firstChild ?? undefined }) as {
    show(m: Message): void;
    warn(what: Warning, m: Message | null): void;
  };
  const ok = { key: 'ui.ok', act: () => {} };
  const ready = (then: () => void): void => {
    told = then;
    const offer: Message['buttons'] = [
      { key: 'ui.install', act: () => void installer?.prompt() },
      { key: 'ui.update.later', act: () => {} },
    ];
    notice.show({
      key: 'ui.offline.ready',
      buttons: installer ? offer : [],
      waits: then,
    });
  };
  made = {
    ready,
    offline: () => notice.show({ key: 'ui.offline.now', buttons: [] }),
    notSaved: (save) =>
      notice.warn('game', save && { key: 'ui.not_saved', buttons: [{ key: 'ui.keep.to_file', act: save }] }),
    unsaved: (unsaved) => notice.warn('settings', unsaved ? { key: 'ui.unsaved', buttons: [ok] } : null),
    unspoken: () => notice.show({ key: 'ui.language.failed', buttons: [] }),
    notKept: (trouble, root) =>
      notice.warn(
        'archive',
        trouble && {
          key: `ui.keep.${trouble}`,
          buttons: [
            ...(trouble === 'full' ? [{ key: 'ui.archive', act: () => location.assign(`${root}archive/`) }] : []),
            ...(trouble === 'newer' ? [{ key: 'ui.reload', act: () => location.reload() }] : []),
            ok,
          ],
        },
      ),
    unread: (from, save) =>
      notice.show({
        ...(from === null ? { key: 'ui.unread' } : { key: 'ui.unread.from', args: { n: from } }),
        buttons: [
          { key: 'ui.result.save', act: save },
          { key: 'ui.update.later', act: () => {} },
        ],
      }),
    update: (use, later) =>
      notice.show({
        key: 'ui.update.ready',
        waits: () => {},
        buttons: [
          { key: 'ui.update.now', act: use },
          { key: 'ui.update.later', act: later },
        ],
      }),
    installable: (event) => {
      installer = event as Installer;
      if (told) ready(told);
    },
  };
  return made;
}
