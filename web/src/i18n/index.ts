// The text service: a flat catalog, braces filled by name, plural forms by the language's own rules.

/** A text, or its plural forms chosen by the argument n. */
export type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalog = Readonly<Record<string, Entry>>;
export type Args = Readonly<Record<string, string | number>>;

export interface Texts {
  readonly lang: string;
  t(key: string, args?: Args): string;
  has(key: string): boolean;
  number(n: number): string;
}

export function texts(lang: string, catalog: Catalog): Texts {
  const rules = new Intl.PluralRules(lang);
  const format = new Intl.NumberFormat(lang);
  return {
    lang,
    has: (key) => key in catalog,
    number: (n) => format.format(n),
    t(key, args = {}) {
      const entry = catalog[key];
      if (entry === undefined) return key; // a test refuses keys that the catalog lacks
      const form = typeof entry === 'string' ? entry : (entry[rules.select(Number(args.n ?? 0))] ?? entry.other ?? key);
      return form.replace(/\{(\w+)\}/g, (all, name: string) => {
        const v = args[name];
        return v === undefined ? all : typeof v === 'number' ? format.format(v) : v;
      });
    },
  };
}
