// Joins the data segments of a WebAssembly module. Go's linker leaves out every run of zeros, and its table of functions has
// one in each entry: the rules come in 54,000 segments, whose addresses weigh more, compressed, than the zeros would.

/** What may lie between two segments that become one. */
const GAP = 256;
const DATA = 11;
const COUNT = 12;

/** Reads an unsigned or signed LEB128 number; `at` goes on. */
function reader(bytes) {
  let at = 8; // behind the magic number and the version
  const parts = () => {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      shift += 7;
    } while (byte & 128);
    return { value, shift, sign: (byte & 64) !== 0 };
  };
  return {
    get at() {
      return at;
    },
    set at(to) {
      at = to;
    },
    byte: () => bytes[at++],
    unsigned: () => parts().value,
    signed: () => {
      const { value, shift, sign } = parts();
      return sign ? value - 2 ** shift : value;
    },
  };
}
function unsigned(value) {
  const out = [];
  do {
    out.push((value & 127) | (value > 127 ? 128 : 0));
    value = Math.floor(value / 128);
  } while (value);
  return Buffer.from(out);
}
function signed(value) {
  const out = [];
  for (;;) {
    const low = ((value % 128) + 128) % 128;
    value = Math.floor(value / 128);
    const last = (value === 0 && !(low & 64)) || (value === -1 && low & 64);
    out.push(last ? low : low | 128);
    if (last) return Buffer.from(out);
  }
}

/** The segments of a data section, in the order of their addresses: only such as Go writes are known. */
function segmentsOf(bytes, from) {
  const r = reader(bytes);
  r.at = from;
  const segments = [];
  for (let left = r.unsigned(); left > 0; left--) {
    if (r.byte() !== 0 || r.byte() !== 0x41) throw new Error('a data segment that is not at a constant address');
    const address = r.signed();
    if (r.byte() !== 0x0b) throw new Error('an address that is no single constant');
    const size = r.unsigned();
    segments.push({ address, data: bytes.subarray(r.at, r.at + size) });
    r.at += size;
  }
  return segments.sort((a, b) => a.address - b.address);
}

/** The same module with fewer segments; its memory begins with the same bytes. */
export function joined(bytes) {
  const r = reader(bytes);
  const out = [bytes.subarray(0, 8)];
  while (r.at < bytes.length) {
    const start = r.at;
    const id = r.byte();
    const size = r.unsigned();
    const body = r.at;
    r.at = body + size;
    if (id === COUNT) throw new Error('a module that counts its segments is not known here');
    if (id !== DATA) {
      out.push(bytes.subarray(start, r.at));
      continue;
    }
    const joint = [];
    for (const { address, data } of segmentsOf(bytes, body)) {
      const last = joint.at(-1);
      const gap = last ? address - last.end : Number.POSITIVE_INFINITY;
      if (gap < 0) throw new Error('data segments overlap');
      if (last && gap <= GAP) {
        last.parts.push(Buffer.alloc(gap), data);
        last.end = address + data.length;
      } else joint.push({ address, end: address + data.length, parts: [data] });
    }
    const content = [unsigned(joint.length)];
    for (const { address, end, parts } of joint) {
      const head = [Buffer.from([0, 0x41]), signed(address), Buffer.from([0x0b]), unsigned(end - address)];
      content.push(...head, Buffer.concat(parts));
    }
    const whole = Buffer.concat(content);
    out.push(Buffer.from([DATA]), unsigned(whole.length), whole);
  }
  return Buffer.concat(out);
}
