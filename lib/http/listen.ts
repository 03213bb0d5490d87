import { createServer, type Server } from "node:net";
import { passedSocket } from "./supervisor.ts";

type Place = { host: string; port: number };

/** Why the server cannot listen: one line that names the setting and the solution. */
export class ListenError extends Error {
  override name = "ListenError";
}

/** Listens on the address, or on the socket that a supervisor `passed` on; throws ListenError. */
export function listen(server: Server, { host, port }: Place, passed?: { fd: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(new ListenError(wordsFor(error, { host, port }), { cause: error }));
    server.once("error", fail);
    server.listen(passed ?? { host, port }, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

/** Checks the port before anything is built or started; throws ListenError. */
export async function checkFree(place: Place): Promise<void> {
  if (passedSocket()) return;
  const probe = createServer();
  await listen(probe, place);
  await new Promise((resolve) => probe.close(resolve));
}

function wordsFor({ code, message }: NodeJS.ErrnoException, { host, port }: Place): string {
  if (code === "EADDRINUSE")
    return `PORT ${port} is in use on ${host}; stop the program that holds it or set PORT to another number.`;
  if (code === "EACCES") return `PORT ${port} is not open to this user; set PORT to a number above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `HOST ${host} is not an address of this machine; set HOST to one, like 127.0.0.1.`;
  return `PORT ${port} on HOST ${host} cannot be listened on (${message}).`;
}
