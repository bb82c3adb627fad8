declare module 'virtual:embed-texts' {
  /** The texts of a board at rest, by language. */
  const words: Readonly<Record<string, import('../i18n/index.ts').Catalog>> & {
    readonly en: import('../i18n/index.ts').Catalog;
  };
  export default words;
}
