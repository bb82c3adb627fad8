// What a person is told of something that went wrong.
import { EngineError } from '../engine/types.ts';
import type { Texts } from '../i18n/index.ts';
import { type Refusal, RulesError } from '../rules/types.ts';
import { sayRefusal } from './say.ts';

/** A refusal as it is; that the engine failed, or of everything else that it could not be loaded, in the form of one. */
export function faultOf(e: unknown): Refusal {
  if (e instanceof RulesError) return e.refusal;
  return { code: e instanceof EngineError ? 'ui.engine.failed' : 'ui.failed', offset: -1, text: String(e) };
}

/** The same in words. */
export const sayFault = (texts: Texts, e: unknown): string => sayRefusal(texts, faultOf(e));
