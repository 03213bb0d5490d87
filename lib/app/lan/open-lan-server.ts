import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { createFrontServer } from "#lib/http/create-front-server.ts";
import { ListenError, listen } from "#lib/http/listen.ts";
import { openSandbox } from "../open-sandbox.ts";
import type { Runtime } from "../runtime.ts";
import { createLanHandler } from "./lan-handler.ts";

type Options = {
  runtime: Runtime;
  next: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
  host?: string | undefined;
};

const portsTried = 10;

/**
 * `npm start -- --lan`: a second listener on the local network's address that serves payment links of the sandbox and
 * /return, and nothing else. Throws ListenError when there is no network, no sandbox, or no port.
 */
export async function openLanServer({ runtime, next, host = findLanAddress() }: Options): Promise<Server> {
  const { settings, store, vault, log } = runtime;
  if (!settings.sandbox) throw new ListenError("--lan shows the sandbox's checkout, and the sandbox is off; set SANDBOX to on.");
  if (!host) throw new ListenError("--lan needs a network, and this machine has no address in one.");
  for (let port = settings.port + 1; ; port++) {
    const lanOrigin = `http://${host}:${port}`;
    const sandbox = openSandbox({ settings, store, vault, log, baseUrl: `${lanOrigin}/sandbox-gateway` });
    const handler = createLanHandler({ sandbox: sandbox.handle, next, publicOrigin: settings.publicOrigin, lanOrigin });
    const nothing = (_: IncomingMessage, response: ServerResponse) => void response.writeHead(404).end();
    const server = createFrontServer({
      publicOrigin: lanOrigin,
      port,
      next: handler,
      notify: nothing,
      publicFiles: new Set(),
      log,
    });
    try {
      await listen(server, { host, port });
      runtime.lanOrigin = lanOrigin;
      return server;
    } catch (error) {
      if (port >= settings.port + portsTried) throw error;
    }
  }
}

const isPrivate = (address: string) => /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);

/** This machine's IPv4 address in the local network, preferably a private one; undefined without a network. */
export function findLanAddress(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): string | undefined {
  const addresses = Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal, address }) => family === "IPv4" && !internal && !address.startsWith("169.254."))
    .map(({ address }) => address);
  return addresses.find(isPrivate) ?? addresses[0];
}
