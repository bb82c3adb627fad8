// Reads and writes WebAssembly modules: their numbers, which are in LEB128, and their sections.

/** Reads the numbers of a module from some byte on; `at` goes on with what is read. */
export function reader(bytes, from) {
  let at = from;
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

export function unsigned(value) {
  const out = [];
  do {
    out.push((value & 127) | (value > 127 ? 128 : 0));
    value = Math.floor(value / 128);
  } while (value);
  return Buffer.from(out);
}

export function signed(value) {
  const out = [];
  for (;;) {
    const low = ((value % 128) + 128) % 128;
    value = Math.floor(value / 128);
    const last = (value === 0 && !(low & 64)) || (value === -1 && low & 64);
    out.push(last ? low : low | 128);
    if (last) return Buffer.from(out);
  }
}

/** The sections of a module, each with its bytes and where its content begins in the module. */
export function* sections(bytes) {
  const r = reader(bytes, 8); // behind the magic number and the version
  while (r.at < bytes.length) {
    const start = r.at;
    const id = r.byte();
    const size = r.unsigned();
    const body = r.at;
    r.at = body + size;
    yield { id, body, end: r.at, bytes: bytes.subarray(start, r.at) };
  }
}

/** A section of a module: its number, its length and its content. */
export const section = (id, content) => Buffer.concat([Buffer.from([id]), unsigned(content.length), content]);
