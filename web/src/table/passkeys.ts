// Passkeys: the lock of a device signs in. They exist where the server says so and the browser has them in the form that
// servers read.
import type { Me, Passkey, PasskeyOptions, Person } from '../../gen/api.ts';
import type { Site } from './server.ts';

const known = (): typeof PublicKeyCredential | null => {
  const kind = (globalThis as { PublicKeyCredential?: typeof PublicKeyCredential }).PublicKeyCredential;
  return kind?.parseCreationOptionsFromJSON && navigator.credentials ? kind : null;
};
/** This address of the server has passkeys, and so does this browser. */
export const hasPasskeys = async (site: Site): Promise<boolean> =>
  !!known() && (await site.server().catch(() => null))?.passkeys === true;

/** The person has closed the question of the browser, or let it pass. */
export const isCancelled = (e: unknown): boolean =>
  e instanceof DOMException && (e.name === 'NotAllowedError' || e.name === 'AbortError');
/** The device holds a passkey of this account already. */
export const isThere = (e: unknown): boolean => e instanceof DOMException && e.name === 'InvalidStateError';

async function answer<T>(
  site: Site,
  path: string,
  ask: (kind: typeof PublicKeyCredential, options: PasskeyOptions['publicKey']) => Promise<Credential | null>,
): Promise<T> {
  const { publicKey } = await site.call<PasskeyOptions>('POST', `${path}/begin`);
  const made = await ask(known() as typeof PublicKeyCredential, publicKey);
  return site.call('POST', `${path}/finish`, { credential: (made as PublicKeyCredential).toJSON() });
}
export const makePasskey = (site: Site): Promise<Passkey> =>
  answer(site, 'api/me/passkeys', (kind, options) =>
    navigator.credentials.create({ publicKey: kind.parseCreationOptionsFromJSON(options) }),
  );
/** Signs in by one that the device has; it knows whose it is. */
export const signInByPasskey = async (site: Site): Promise<Person> =>
  (
    await answer<Me>(site, 'api/passkeys', (kind, options) =>
      navigator.credentials.get({ publicKey: kind.parseRequestOptionsFromJSON(options) }),
    )
  ).person as Person;
export const passkeys = async (site: Site): Promise<readonly Passkey[]> =>
  (await site.call<Passkey[] | null>('GET', 'api/me/passkeys')) ?? [];
export const removePasskey = (site: Site, id: string): Promise<void> => site.call('DELETE', `api/me/passkeys/${id}`);
