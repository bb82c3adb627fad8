// The service worker: keeps one whole version of the site, so that everything works without a connection, and never
// mixes two. A new version is fetched beside the old one and waits until a page says to use it.

import { answer, type Entry, lasting, NOT_FOUND, outdated, prefix, rebased } from './plan.ts';
import { open, type Pushed, renew, show } from './pushed.ts';

// Put in by scripts/offline.mjs.
declare const FILES: readonly Entry[];
declare const VERSION: string;

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Told extends Extendable {
  readonly data: { json(): unknown } | null;
}
interface Tapped extends Extendable {
  readonly notification: { readonly data: string; close(): void };
}
interface Changed extends Extendable {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}
const worker = self as unknown as Pushed & {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<E extends Event>(type: string, listener: (event: E) => void): void;
};
const scope = worker.registration.scope;
const current = prefix(scope) + VERSION;
const files = FILES; // the name is replaced wherever it stands
const known = new Set(files.map((f) => f.path));
const address = (path: string): string => new URL(path, scope).href;

/** How many files are fetched at a time; the page that is open comes first. */
const LANES = 4;

async function fill(): Promise<void> {
  const cache = await caches.open(current);
  const left = [...files];
  const lane = async (): Promise<void> => {
    for (let f = left.shift(); f; f = left.shift()) await keep(cache, f);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Puts one file into the cache: from an earlier cache if it has the file, else from the server. */
async function keep(cache: Cache, { path, hash }: Entry): Promise<void> {
  const url = address(path);
  if (lasting(path)) {
    if (await cache.match(url)) return; // an earlier try, which was interrupted, has stored it
    const old = await caches.match(url);
    if (old) return cache.put(url, old);
  }
  // A file with a fixed name must be of this version, so the browser's own cache is not trusted.
  const got = await fetch(url, { cache: lasting(path) ? 'default' : 'no-cache', credentials: 'same-origin' });
  if (!got.ok) throw new Error(`${path}: ${got.status}`);
  const data = await got.clone().arrayBuffer();
  // While a new version is published a host may send files of either; then this try fails, and the next finds them all.
  if ((await fingerprint(data)) !== hash) throw new Error(`${path}: of another version`);
  // A page that came by way of another address cannot answer for this one.
  return cache.put(url, got.redirected ? new Response(data, { headers: got.headers }) : got);
}

/** The hash of a file, computed as in scripts/offline.mjs. */
async function fingerprint(data: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  const text = btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return text.slice(0, 12);
}

async function clean(): Promise<void> {
  const names = outdated(await caches.keys(), scope, current);
  await Promise.all(names.map((n) => caches.delete(n)));
  await worker.clients.claim(); // the first visit works without a connection too
}

async function file(path: string, request: Request): Promise<Response> {
  const url = address(path);
  const cache = await caches.open(current);
  return (await cache.match(url)) ?? (lasting(path) ? await caches.match(url) : undefined) ?? fetch(request);
}

/** A page that this version does not have: the server is asked; without a connection the page for lost addresses comes. */
async function unknown(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (e) {
    const notFound = await (await caches.open(current)).match(address(NOT_FOUND));
    if (!notFound) throw e;
    // Its addresses are relative to the root of the site, so they are rewritten; data-offline makes it say why it is shown.
    const text = rebased(await notFound.text(), './', scope).replace('<html', '<html data-offline');
    return new Response(text, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
  }
}

/** A table of people: the server is asked; without a connection the page comes that waits for one. */
async function table(path: string, request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (e) {
    const page = await (await caches.open(current)).match(address(path));
    if (!page) throw e;
    const text = rebased(await page.text(), '../', scope);
    return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  }
}

worker.addEventListener<Extendable>('install', (e) => e.waitUntil(fill()));
worker.addEventListener<Extendable>('activate', (e) => e.waitUntil(clean()));
worker.addEventListener<MessageEvent>('message', (e) => {
  if (e.data === 'use') void worker.skipWaiting();
});
worker.addEventListener<Told>('push', (e) => e.waitUntil(show(worker, e.data)));
worker.addEventListener<Tapped>('notificationclick', (e) => {
  e.notification.close();
  e.waitUntil(open(worker, e.notification.data));
});
worker.addEventListener<Changed>('pushsubscriptionchange', (e) => {
  e.waitUntil(renew(worker, e.oldSubscription ?? null, e.newSubscription ?? null));
});
worker.addEventListener<Fetching>('fetch', (e) => {
  const { request } = e;
  if (request.method !== 'GET' || request.headers.has('range')) return;
  const a = answer(request.url, scope, request.mode === 'navigate', known);
  if (a.kind === 'file') e.respondWith(file(a.path, request));
  else if (a.kind === 'move') {
    e.respondWith(Promise.resolve(Response.redirect(address(a.path) + new URL(request.url).search, 301)));
  } else if (a.kind === 'server')
    e.respondWith(fetch(request).catch(() => new Response('{"protocol":0,"offline":true}')));
  else if (a.kind === 'table') e.respondWith(table(a.path, request));
  else if (a.kind === 'unknown') e.respondWith(unknown(request));
});
