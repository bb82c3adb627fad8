// What a person sees at once comes before what has to be worked out.

/** A page nobody looks at draws no frames. */
const LATEST = 100;

/** Resolves when the frame in the making is drawn: work that begins then holds up nothing that was asked for. */
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
