// Waiting for a frame, so that what is already known is drawn before slower work begins.

/** A hidden page draws no frames, so the wait ends after these milliseconds. */
const LATEST = 100;

/** Resolves after the next frame is drawn. */
export function afterFrame(): Promise<void> {
  return new Promise((done) => {
    const after = new MessageChannel();
    const late = setTimeout(done, LATEST);
    after.port1.onmessage = () => {
      after.port1.close();
      clearTimeout(late);
      done();
    };
    requestAnimationFrame(() => after.port2.postMessage(0));
  });
}
