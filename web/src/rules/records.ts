// The worker that reads and writes files of records.
import { serve } from './serve.ts';

serve('cairnRecords');
