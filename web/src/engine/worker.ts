// The engine's worker: starts the Go program and passes questions and events on, as they are.
import wasm from '../../gen/engine.wasm?url';
import { compile } from '../rules/compile.ts';
import { fail, run } from '../rules/program.ts';
import { kernel } from './kernel';

const scope = self as unknown as {
  cairnEngine?: (question: string) => void;
  cairnEvent?: (event: string) => void;
  postMessage(message: unknown): void;
  onmessage: ((e: MessageEvent<string>) => void) | null;
};

scope.cairnEvent = (event) => scope.postMessage(event);
const ready = compile(wasm)
  .then((program) => run(program, kernel()))
  .then(() => {
    if (!scope.cairnEngine) throw new Error('the engine did not start');
    return scope.cairnEngine;
  });
scope.onmessage = ({ data }) =>
  void ready.then(
    (ask) => ask(data),
    () => {},
  ); // the failure is reported below, once
ready.catch(fail);
