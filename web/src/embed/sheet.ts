// The styles of an element, shared by all of them on a page. A style sheet made by a script is one that the strictest
// content policy allows, a style element is not.
const made = new Map<string, CSSStyleSheet>();

export function addStyles(root: ShadowRoot, css: string): void {
  let sheet = made.get(css);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    made.set(css, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
