import { queryOptions } from "@tanstack/react-query";
import type { Answer, QuestionName } from "#lib/core/profile-questions.ts";
import { callOperation } from "./call-operation.ts";
import { type Scope, scopeKey } from "./keys.ts";

const profileOperations = async () => (await import("#lib/contract/profile.ts")).profileOperations;

/** The current profile of a merchant or of the whole environment; refetched while a probe is running. */
export function gatewayProfileQuery({ environment, merchant }: Scope) {
  return queryOptions({
    queryKey: [...scopeKey({ environment, merchant }), "profile"],
    queryFn: ({ signal }) =>
      callOperation(profileOperations, "getProfile", { params: { environment }, query: { merchant }, signal }),
    refetchInterval: ({ state }) => (state.data?.probe?.isRunning ? 2_000 : false),
  });
}

type Change = { question: QuestionName; answer: Answer | null };

/** Sets a value, or removes it with null. */
export function changeProfile({ environment, merchant }: Scope, change: Change) {
  const body = { ...change, ...(merchant === null ? {} : { merchant }) };
  return callOperation(profileOperations, "changeProfile", { params: { environment }, body });
}

export function probeGateway({ environment, merchant }: Scope) {
  const body = merchant === null ? {} : { merchant };
  return callOperation(profileOperations, "probeGateway", { params: { environment }, body });
}
