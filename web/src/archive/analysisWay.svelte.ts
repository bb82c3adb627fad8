// Where a game that is open here is analyzed.
import type { GameController } from '../game/gameController.svelte.ts';
import { analysisWith } from './ways.ts';

/** A game with names and result as a word of an address; "" where it cannot be had. */
async function packedOf(controller: GameController): Promise<string> {
  try {
    const { LONGEST, pack } = await import('./packed.ts');
    const word = await pack(await controller.named());
    return word.length < LONGEST ? word : '';
  } catch {
    return '';
  }
}

/**
 * Where a game is analyzed, for a component that shows it: as the archive has it under that id, "" for none, else as the
 * address has it, by its moves. Once it is over its names and its result are there, too.
 */
export function analysisWay(root: string, controller: GameController, id: () => string): () => string {
  let packed = $state('');
  $effect(() => {
    let here = controller.game.over;
    if (here) void packedOf(controller).then((word) => (packed = here ? word : ''));
    return () => {
      here = false;
      packed = '';
    };
  });
  return () => {
    const { game, board } = controller;
    const whole = packed ? { packed } : { position: game.start, moves: game.plies.map((p) => p.move) };
    return analysisWith(root, id(), { ...whole, game: board.info.id, board: game.position, ply: game.at });
  };
}
