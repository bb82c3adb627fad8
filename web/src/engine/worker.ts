// The engine's worker: starts the Go program and passes questions and events on, as they are.
import { start } from '../rules/serve.ts';
import { kernel } from './kernel';

const scope = self as unknown as { cairnEvent?: (event: string) => void; postMessage(message: unknown): void };

scope.cairnEvent = (event) => scope.postMessage(event);
start('cairnEngine', (ask: (question: string) => void, question: string) => ask(question), kernel());
