import { type LookupAddress, promises } from "node:dns";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";

/** All addresses of a name. Rejects when there is none. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

type Sources = {
  hostsFile?: string;
  /** Name servers as `address:port`; the system's by default. */
  servers?: readonly string[];
  /** The system's own way, which may know names that neither of them knows. */
  lookup?: ResolveHost;
};

/** With one name server 4.5 seconds, since the second try takes twice as long. */
const answerWithin = { timeout: 1_500, tries: 2 };
/** No server answered, or none that the domain's owner runs: to ask again would take as long. */
const unanswered = ["ETIMEOUT", "ESERVFAIL"];

const lookupBySystem: ResolveHost = (host) => promises.lookup(host, { all: true, verbatim: true });

/**
 * Resolves names that others enter. Node.js looks up few names at once for the whole process, and keeps a place for each until
 * it is answered, however early its caller gives up. So the hosts file and the name servers are read without it: a domain whose
 * servers are silent delays no other name, nor the gateway's. Only what these do not know at all is looked up the system's way, one
 * name at a time.
 */
export function createResolveHost({ hostsFile = "/etc/hosts", servers, lookup = lookupBySystem }: Sources = {}): ResolveHost {
  let previous: Promise<unknown> = Promise.resolve();
  return async (host) => {
    const listed = await readHosts(hostsFile, host);
    if (listed.length > 0) return listed;
    const { addresses, codes } = await askServers(host, servers);
    if (addresses.length > 0) return addresses;
    if (codes.some((code) => unanswered.includes(code))) throw new Error(`No name server answered (${codes.join(", ")}).`);
    const found = previous.then(() => lookup(host));
    previous = found.catch(() => {});
    return found;
  };
}

export const resolveHost = createResolveHost();

async function askServers(host: string, servers: Sources["servers"]): Promise<{ addresses: LookupAddress[]; codes: string[] }> {
  // A new one each time: it reads which servers the system has now.
  const resolver = new promises.Resolver(answerWithin);
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return {
    addresses: answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])).map(toAddress),
    codes: answers.flatMap((answer) => (answer.status === "rejected" ? [String(answer.reason.code)] : [])),
  };
}

async function readHosts(file: string, host: string): Promise<LookupAddress[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  const name = host.toLowerCase().replace(/\.$/, "");
  return text
    .split("\n")
    .map((line) => (line.split("#")[0] ?? "").toLowerCase().trim().split(/\s+/))
    .flatMap(([address = "", ...names]) => (names.includes(name) && isIP(address) !== 0 ? [toAddress(address)] : []));
}

function toAddress(address: string): LookupAddress {
  return { address, family: isIP(address) };
}
