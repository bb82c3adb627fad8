// Handing a game on from its own menu: its address, a picture of the board as it is seen, and its record.
import { save } from '../device/save.ts';
import { prefs } from '../prefs.svelte.ts';
import { layouts } from '../rules/prepared.ts';
import type { MenuItem } from '../widgets/MenuDialog.svelte';
import type { GameController } from './gameController.svelte.ts';

/** What of it stands in the menu; address is where others find the game. */
export function sharing(controller: GameController, address: string): readonly MenuItem[] {
  const { t } = prefs.texts;
  const off = !controller.game.plies.length;
  return [
    {
      text: t('ui.share.link'),
      icon: 'share',
      group: 'share',
      act: () => void orRefuse(controller, link(controller, address)),
    },
    {
      text: t('ui.share.picture'),
      icon: 'image',
      group: 'share',
      act: () => void orRefuse(controller, drawing(controller)),
    },
    { text: t('ui.result.save'), icon: 'download', group: 'share', off, act: () => void record(controller) },
  ];
}
/** What is fetched for it may not come, and a browser may refuse. */
const orRefuse = (controller: GameController, done: Promise<void>): Promise<void> =>
  done.catch(() => controller.refuse(prefs.texts.t('ui.share.failed')));
async function link(controller: GameController, address: string): Promise<void> {
  const { hand } = await import('../device/hand.ts');
  const url = new URL(address, location.href);
  url.searchParams.delete('id'); // of the archive on this device
  const how = await hand({ url: url.href });
  if (how === 'failed') throw new Error(`not copied: ${url.href}`);
  if (how === 'copied') controller.tell(prefs.texts.t('ui.copied'));
}
async function drawing(controller: GameController): Promise<void> {
  const [{ picture }, { handPicture }] = await Promise.all([
    import('../device/picture.ts'),
    import('../device/hand.ts'),
  ]);
  const { info, pieces, turns, view } = controller.board;
  const layout = layouts[info.id];
  if (!layout) return;
  const svg = picture({ layout, pieces, highest: info.highest, stacks: view.stacks, turns });
  await handPicture(svg, `${info.id}.png`, [info.name, controller.name(0), controller.name(1)].join(' · '));
}
/** Hands the record to the person, as a file in our own format. */
export async function record(controller: GameController): Promise<void> {
  const file = await controller.record();
  if (file) save(file.name, file.text);
}
