declare module 'virtual:texts' {
  /** Fetches the texts of a language, those of a part by its name and the language: "en", "rules-en". */
  export const fetchTexts: (file: string) => Promise<{ default: import('./index.ts').Catalog }> | undefined;
}
