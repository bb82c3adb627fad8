// The worker that reads and writes files of records.
import wasm from '../../gen/records.wasm?url';
import { serve } from './serve.ts';

serve(wasm, 'cairnRecords');
