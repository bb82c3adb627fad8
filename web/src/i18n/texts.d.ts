declare module 'virtual:texts' {
  /** The texts by language, those of a part by its name and the language: "en", "rules-en". */
  export const files: Readonly<Record<string, () => Promise<{ default: import('./index.ts').Catalog }>>>;
}
