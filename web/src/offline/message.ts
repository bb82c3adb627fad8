// The messages that the notice at the top of a page can show.
import type { Args } from '../i18n/index.ts';

export interface Message {
  readonly key:
    | 'ui.offline.ready'
    | 'ui.offline.now'
    | 'ui.update.ready'
    | 'ui.not_saved'
    | 'ui.unsaved'
    | 'ui.language.failed'
    | 'ui.keep.none'
    | 'ui.keep.newer'
    | 'ui.keep.blocked'
    | 'ui.keep.full'
    | 'ui.keep.failed'
    | 'ui.unread'
    | 'ui.unread.from';
  readonly args?: Args;
  /** It waits while somebody plays on a board of the page; called once it stands there. */
  readonly waits?: () => void;
  /** Buttons, the first one stands out. Without any the message disappears by itself. */
  readonly buttons: readonly { readonly key: string; readonly act: () => void }[];
}
