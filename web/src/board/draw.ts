// Markup put into the page. The same stack stands on a board many times and comes back with every step: its markup is
// read once and copied from then on.
const read = new Map<string, DocumentFragment>();

function fragment(svg: string): DocumentFragment {
  const had = read.get(svg);
  if (had) return had;
  const template = document.createElement('template');
  template.innerHTML = `<svg>${svg}</svg>`;
  const made = document.createDocumentFragment();
  made.append(...(template.content.firstElementChild?.childNodes ?? []));
  if (read.size > 1000) read.clear();
  read.set(svg, made);
  return made;
}

/** An action: a group holds what the markup says. */
export function draw(group: SVGGElement, svg: string): { update(svg: string): void } {
  const update = (next: string): void => group.replaceChildren(fragment(next).cloneNode(true));
  update(svg);
  return { update };
}
