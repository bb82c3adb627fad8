// Joins the data segments of a WebAssembly module. Go's linker leaves out every run of zeros, and its table of functions has
// one in each entry: the rules come in 54,000 segments, whose addresses weigh more, compressed, than the zeros would.
import { reader, section, sections, signed, unsigned } from './leb.mjs';

/** What may lie between two segments that become one. */
const GAP = 256;
const DATA = 11;
const COUNT = 12;

/** The segments of a data section, in the order of their addresses: only such as Go writes are known. */
export function segmentsOf(bytes, from) {
  const r = reader(bytes, from);
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
  const out = [bytes.subarray(0, 8)];
  for (const s of sections(bytes)) {
    if (s.id === COUNT) throw new Error('a module that counts its segments is not known here');
    if (s.id !== DATA) {
      out.push(s.bytes);
      continue;
    }
    const joint = [];
    for (const { address, data } of segmentsOf(bytes, s.body)) {
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
    out.push(section(DATA, Buffer.concat(content)));
  }
  return Buffer.concat(out);
}
