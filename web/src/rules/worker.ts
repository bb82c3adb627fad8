// The rules' worker.
import { serve } from './serve.ts';

serve('cairnRules');
