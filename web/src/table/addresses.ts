// Under which addresses others come to a table.

/** An address that means the machine of its reader. */
export const isLocal = (host: string): boolean => /^(localhost|127\.|\[::1\])/.test(host);

export interface Addresses {
  /** The one to hand on. */
  readonly first: string;
  /** Further ones, in the local network. */
  readonly others: readonly string[];
  /** Nobody else can come: the server listens on its own machine only. */
  readonly alone: boolean;
}

/** The addresses of a table, by that of the page and those that the server knows of itself. */
export function addressesOf(root: URL, known: readonly string[], table: string): Addresses {
  const here = `${root.href}${table}`;
  const elsewhere = known.filter((a) => new URL(a).host !== root.host).map((a) => `${a.replace(/\/$/, '')}/${table}`);
  // The address of this page leads here from elsewhere too, unless it is this machine's own.
  const reachable = !isLocal(root.host);
  const first = reachable ? here : (elsewhere[0] ?? here);
  return { first, others: elsewhere.filter((a) => a !== first), alone: !reachable && !elsewhere.length };
}
