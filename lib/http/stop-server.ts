import type { Server } from "node:http";

/**
 * Accepts no more connections and waits for the requests in flight, at most `withinMs`; then closes the rest.
 * True when all finished in time. The caller closes open event streams first.
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
