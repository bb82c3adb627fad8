// A proxy between a browser and the program, with the faults of real networks: it stops forwarding while all connections
// stay open, delivers late and out of order, and breaks connections.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Starts a proxy in front of an address such as http://127.0.0.1:8080/. */
export async function proxy(address) {
  let to = new URL(address);
  let dead = false;
  let delay = 0;
  /** What waits until the line works again, the oldest connection first. */
  const lines = new Set();
  const server = createServer((browser) => {
    const program = connect(Number(to.port), to.hostname);
    const line = { held: [], ends: [browser, program] };
    lines.add(line);
    const pass = (from, into) => {
      const send = (bytes) => into.destroyed || into.write(bytes);
      from.on('data', (bytes) => {
        if (dead || line.held.length) line.held.push(() => send(bytes));
        else if (delay) setTimeout(send, delay, bytes);
        else send(bytes);
      });
      const end = () => {
        if (dead || line.held.length) line.held.push(() => into.destroy());
        else setTimeout(() => into.destroy(), delay);
      };
      from.on('close', end).on('error', end);
    };
    pass(browser, program);
    pass(program, browser);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const release = (line) => {
    for (const go of line.held.splice(0)) go();
  };
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    /** Nothing gets through any more, in neither direction, and nothing says so. */
    stop: () => {
      dead = true;
    },
    /** What waited arrives late; with reorder what was sent last comes first. */
    go: ({ reorder = false } = {}) => {
      dead = false;
      const all = [...lines];
      for (const line of reorder ? all.reverse() : all) release(line);
    },
    slow: (ms) => {
      delay = ms;
    },
    /** Breaks all connections; what was under way is lost. */
    cut: () => {
      for (const line of lines) {
        line.held = [];
        for (const end of line.ends) end.destroy();
      }
      lines.clear();
    },
    /** New connections go to another address. */
    lead: (other) => {
      to = new URL(other);
    },
    close: () => {
      dead = false;
      for (const { ends } of lines) for (const end of ends) end.destroy();
      server.close();
    },
  };
}
