// What this device can be made to do, and whether it does.
import type { Notices } from '../../gen/api.ts';
import { byHand } from '../device/install.svelte.ts';
import {
  type Around,
  around,
  KEPT,
  type PushState,
  restore,
  stateOf,
  subscribe,
  unsubscribe,
} from '../offline/subscription.ts';
import { keepWords } from '../offline/words.ts';
import type { Site } from '../table/server.ts';

export class DeviceState {
  state: PushState | 'asked' = $state('unable');
  /** The server's name of this device, "" while it gets nothing. */
  id = $state('');
  tested = $state(false);
  readonly #site: Site;
  #key = '';
  #around: Around | null = null;

  constructor(site: Site) {
    this.#site = site;
  }
  /** There are devices that get notices, this one or others. */
  get possible(): boolean {
    return !['plain', 'none', 'unable', 'ios'].includes(this.state);
  }
  async look(all: Notices): Promise<void> {
    this.#key = all.key ?? '';
    const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
    const registration = able ? await navigator.serviceWorker.getRegistration() : undefined;
    this.#around = registration?.pushManager ? around(this.#site.root.href, registration) : null;
    const a = this.#around;
    const alone = matchMedia('(display-mode: standalone)').matches;
    this.id = a ? await restore(a, all).catch(() => '') : '';
    this.state = stateOf({
      secure: isSecureContext,
      able: !!a,
      ios: byHand({ userAgent: navigator.userAgent, maxTouchPoints: navigator.maxTouchPoints, alone }),
      key: this.#key,
      permission: able ? Notification.permission : 'default',
      subscribed: !!this.id,
      wanted: !!a?.kept.getItem(KEPT),
    });
  }
  /** Asks the person by way of the browser, which wants a press for that, and subscribes. */
  async on(): Promise<void> {
    const a = this.#around;
    if (!a) return;
    this.state = 'asked';
    if ((await Notification.requestPermission()) !== 'granted') return;
    await keepWords(a.root);
    await subscribe(a, this.#key);
  }
  async off(id: string): Promise<void> {
    if (id === this.id && this.#around) await unsubscribe(this.#around);
    else await this.#site.call('DELETE', 'api/me/push', { id });
  }
  async test(id: string): Promise<void> {
    this.tested = false;
    await this.#site.call('POST', 'api/me/push/test', { id });
    this.tested = true;
  }
}
