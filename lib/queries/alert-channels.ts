import { queryOptions } from "@tanstack/react-query";
import type { ChannelsInput } from "#lib/contract/alert-channel.ts";
import { callOperation } from "./call-operation.ts";

const channelOperations = async () => (await import("#lib/contract/alert-channel.ts")).channelOperations;

export type { ChannelsInput };

/** Where the account, and the team, are told of an environment's alerts. */
export function channelsQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "alert-channels"],
    queryFn: ({ signal }) => callOperation(channelOperations, "listAlertChannels", { params: { environment }, signal }),
  });
}

export function saveChannels(environment: string, body: ChannelsInput) {
  return callOperation(channelOperations, "saveAlertChannel", { params: { environment }, body });
}

export function deleteChannel(environment: string, id: string) {
  return callOperation(channelOperations, "deleteAlertChannel", { params: { environment, id } });
}

/** `channel`: "email" or the id of a channel of the team. */
export function testChannel(environment: string, channel: string) {
  return callOperation(channelOperations, "testAlertChannel", { params: { environment }, body: { channel } });
}
