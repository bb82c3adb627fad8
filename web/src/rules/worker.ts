// The rules' worker: starts the Go program and passes questions on. Questions that come before it is ready wait.
import wasm from '../../gen/rules.wasm?url';
import { fail, run } from './program.ts';

const scope = self as unknown as {
  cairnRules?: (question: string) => string;
  postMessage(message: unknown): void;
  onmessage: ((e: MessageEvent<{ id: number; text: string }>) => void) | null;
};

async function start(): Promise<(question: string) => string> {
  await run(wasm);
  if (!scope.cairnRules) throw new Error('the rules did not start');
  return scope.cairnRules;
}

const ready = start();
scope.onmessage = ({ data }) => {
  const answer = (ask: (question: string) => string): void => scope.postMessage({ id: data.id, text: ask(data.text) });
  void ready.then(answer, () => {}); // what failed is told once
};
ready.catch(fail);
