// A page of another version than its server is loaded again from there, not from what the service worker has kept.

/** Loads this page from the network. The service worker is registered again by the new page. */
export async function reloadFresh(): Promise<void> {
  try {
    // As soon as nothing is registered, a navigation goes past the worker; what it has stored stays for the next one.
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.unregister();
  } catch {
    // Without service workers nothing stands between.
  }
  location.reload();
}
