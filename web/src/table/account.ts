// The calls about who one is on a server: a name of one's own, its sign-in code, the devices, and what is known of others.
import type { Blocks, Claimed, Me, Person, Profile, Ratings, Results, Session, SignInCode } from '../../gen/api.ts';
import type { Site } from './server.ts';

/** What somebody typed or pasted as a sign-in code, as the server compares it: no spaces, no hyphens, and 0 and 1 for their look-alikes. */
export const codeOf = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
/** A code in groups of five, so that it can be read out. */
export const groupsOf = (code: string): readonly string[] => codeOf(code).match(/.{1,5}/g) ?? [];

/** What an address has behind its #: a name with its code, the token of a link, or what is to be opened. */
export type Asked =
  | { readonly kind: 'code'; readonly name: string; readonly code: string }
  | { readonly kind: 'link' | 'host'; readonly token: string }
  | { readonly kind: 'keep' | 'signin' | '' };
export const codeAddress = (name: string, code: string): string => `#in=${encodeURIComponent(name)}.${codeOf(code)}`;
export function askedBy(hash: string): Asked {
  const text = hash.replace(/^#/, '');
  if (text.startsWith('host=')) return { kind: 'host', token: text.slice(5) };
  if (text === 'keep' || text === 'signin') return { kind: text };
  const [, name, code] = /^in=(.+)\.([^.]+)$/.exec(text) ?? [];
  if (!name || !code) return text ? { kind: 'link', token: text } : { kind: '' };
  try {
    return { kind: 'code', name: decodeURIComponent(name), code: codeOf(code) };
  } catch {
    return { kind: '' };
  }
}
/** Within another page nobody can see whose page it is, so nobody is made somebody else there. */
export const isFramed = (): boolean => window.self !== window.top;

/** How the name one types stands: nobody has it, somebody has it, or one that looks like it. */
export type Standing = { readonly kind: 'free' } | { readonly kind: 'taken' | 'like'; readonly by: string };

/** How a name stands by what a search for it found: to a guest that is who has it, or one that looks like it. */
export function standingOf(name: string, found: readonly Person[]): Standing {
  const [other] = found;
  if (!other) return { kind: 'free' };
  return { kind: other.name.toLowerCase() === name.toLowerCase() ? 'taken' : 'like', by: other.name };
}
/** Names like one that is taken, which are most likely free. */
export function suggestions(name: string, most: number, random = Math.random): readonly string[] {
  const digits = (n: number): string => String(Math.floor((0.1 + 0.9 * random()) * 10 ** n));
  const letter = String.fromCharCode(65 + Math.floor(26 * random()));
  return [letter, digits(2), digits(3)].map((end) => `${name.slice(0, most - 1 - end.length).trim()} ${end}`);
}

export class Account {
  readonly site: Site;
  constructor(site: Site) {
    this.site = site;
  }
  claim(name: string): Promise<Claimed> {
    return this.site.call('POST', 'api/me/claim', { name });
  }
  async signIn(name: string, code: string): Promise<Person> {
    return (await this.site.call<Me>('POST', 'api/me/signin', { name, code: codeOf(code) })).person as Person;
  }
  /** A new code; the old one is asked for where the session is not fresh. */
  newCode(old = ''): Promise<SignInCode> {
    return this.site.call('POST', 'api/me/code', old ? { code: codeOf(old) } : {});
  }
  async sessions(): Promise<readonly Session[]> {
    return (await this.site.call<Session[] | null>('GET', 'api/me/sessions')) ?? [];
  }
  /** Signs out one device, or all others. */
  end(session = ''): Promise<void> {
    return this.site.call('DELETE', `api/me/sessions${session && '/'}${session}`);
  }
  /** All that the server has of who asks. */
  export(): Promise<unknown> {
    return this.site.call('GET', 'api/me/export');
  }
  remove(name: string): Promise<void> {
    return this.site.call('DELETE', 'api/me', { name });
  }
  /** Whom one does not want to meet. */
  async blocks(): Promise<readonly Person[]> {
    return (await this.site.call<Blocks | null>('GET', 'api/me/blocks'))?.blocks ?? [];
  }
  block(person: string, on: boolean): Promise<void> {
    return this.site.call(on ? 'PUT' : 'DELETE', `api/me/blocks/${person}`);
  }
  /** Whom the link to another device makes one; it can still be used after that. */
  async leadsTo(token: string): Promise<Person | null> {
    return (await this.site.call<Me>('POST', 'api/me/look', { token })).person ?? null;
  }
  async find(name: string): Promise<readonly Person[]> {
    return (await this.site.call<Person[] | null>('GET', `api/people?name=${encodeURIComponent(name)}`)) ?? [];
  }
  profile(name: string): Promise<Profile> {
    return this.site.call('GET', `api/people/@${encodeURIComponent(name)}`);
  }
  results(person: string, query: Readonly<Record<string, string>>): Promise<Results> {
    return this.site.call('GET', `api/people/${person}/results?${new URLSearchParams(query)}`);
  }
  ratings(pool: string): Promise<Ratings> {
    return this.site.call('GET', `api/ratings/${pool}`);
  }
}
