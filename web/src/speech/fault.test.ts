import { describe, expect, it, vi } from 'vitest';
import { EngineError } from '../engine/types.ts';
import { LoadError, RulesError } from '../rules/types.ts';
import { faultOf } from './fault.ts';

describe('what went wrong', () => {
  it('is a refusal, or something that has not come', () => {
    const refusal = { code: 'toy.no', offset: 0, text: '' };
    expect(faultOf(new RulesError(refusal))).toBe(refusal);
    expect(faultOf(new LoadError('')).code).toBe('ui.failed');
    expect(faultOf(new EngineError('unavailable', '')).code).toBe('ui.engine.failed');
  });
  it('is a fault of ours else: the connection is not blamed, and the console has it', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const e = new TypeError('x is undefined');
    expect(faultOf(e).code).toBe('ui.error.title');
    expect(log).toHaveBeenCalledWith(e);
    log.mockRestore();
  });
});
