// What the page says of something that went wrong.
import { EngineError } from '../engine/types.ts';
import type { Texts } from '../i18n/index.ts';
import { LoadError, type Refusal, RulesError } from '../rules/types.ts';
import { sayRefusal } from './say.ts';

/**
 * A refusal as it is; that the rules could not be loaded, or the engine failed, in the form of one. Anything else is a fault of
 * the page itself: nobody can do something about it but who reads the console.
 */
export function faultOf(e: unknown): Refusal {
  if (e instanceof RulesError) return e.refusal;
  const text = String(e);
  if (e instanceof EngineError) return { code: 'ui.engine.failed', offset: -1, text };
  if (e instanceof LoadError) return { code: 'ui.failed', offset: -1, text };
  console.error(e);
  return { code: 'ui.error.title', offset: -1, text };
}

/** The same in words. */
export const sayFault = (texts: Texts, e: unknown): string => sayRefusal(texts, faultOf(e));
