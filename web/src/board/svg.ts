// Markup of SVG elements, made as text: quick to compare, to cache and to write to a file. Only presentation
// attributes are used, never style attributes, so that a strict content policy holds.

type Value = string | number | undefined | false;

/** A number with at most two decimals. */
export function num(v: number): string {
  const s = v.toFixed(2);
  return s.includes('.') ? s.replace(/\.?0+$/, '') || '0' : s;
}

export function el(tag: string, attributes: Record<string, Value>, body = ''): string {
  let s = `<${tag}`;
  for (const [k, v] of Object.entries(attributes)) {
    if (v === undefined || v === false) continue;
    s += ` ${k}="${typeof v === 'number' ? num(v) : v}"`;
  }
  return body ? `${s}>${body}</${tag}>` : `${s}/>`;
}

/** Path data from a template whose holes are numbers. */
export function d(parts: TemplateStringsArray, ...values: (number | string)[]): string {
  return parts.reduce((s, part, i) => {
    const v = values[i - 1];
    return s + (typeof v === 'number' ? num(v) : (v ?? '')) + part;
  });
}

export const path = (data: string, attributes: Record<string, Value>): string => el('path', { d: data, ...attributes });

export const ellipse = (cx: number, cy: number, rx: number, ry: number, attributes: Record<string, Value>): string =>
  el('ellipse', { cx, cy, rx, ry, ...attributes });

export const circle = (cx: number, cy: number, r: number, attributes: Record<string, Value>): string =>
  el('circle', { cx, cy, r, ...attributes });

/** A group moved to a place; more goes on in its transform. */
export const at = (x: number, y: number, body: string, more = '', name = ''): string =>
  `<g${name && ` class="${name}"`} transform="translate(${num(x)} ${num(y)})${more}">${body}</g>`;

export function text(
  x: number,
  y: number,
  size: number,
  body: string | number,
  attributes: Record<string, Value>,
): string {
  return el('text', { x, y, 'font-size': size, 'text-anchor': 'middle', ...attributes }, quoted(String(body)));
}

function quoted(s: string): string {
  return s.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] as string);
}
