import type { Server } from "node:http";

/**
 * Takes no more connections and waits for the requests in flight, at most `withinMs`; then the rest are cut.
 * True when all ended by themselves. Open event streams are the caller's to close first.
 */
export async function stopServer(server: Server, withinMs: number): Promise<boolean> {
  let cut = false;
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => {
    cut = true;
    server.closeAllConnections();
  }, withinMs);
  await ended;
  clearTimeout(timer);
  return !cut;
}
