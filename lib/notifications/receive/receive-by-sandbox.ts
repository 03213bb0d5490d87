import { isEndpointId } from "../endpoints/endpoint-id.ts";
import type { EndpointDirectory } from "../ports.ts";
import type { Receive } from "./receive.ts";

/**
 * Two receivers behind one address: one that may fail on purpose for endpoints of the sandbox, and one that cannot for all
 * others.
 */
export function receiveBySandbox(
  { sandbox, others }: { sandbox: Receive; others: Receive },
  directory: Pick<EndpointDirectory, "find">,
): Receive {
  return async (request) => {
    const { endpointId } = request;
    const endpoint = isEndpointId(endpointId) ? await directory.find(endpointId).catch(() => undefined) : undefined;
    return endpoint?.environment === "sandbox" ? sandbox(request) : others(request);
  };
}
