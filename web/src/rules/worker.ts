// The rules' worker.
import wasm from '../../gen/rules.wasm?url';
import { serve } from './serve.ts';

serve(wasm, 'cairnRules');
