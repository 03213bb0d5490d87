import { queryOptions, experimental_streamedQuery as streamedQuery } from "@tanstack/react-query";
import type { Said } from "#lib/contract/common.ts";
import type { FindStep, Hit } from "#lib/contract/find.ts";
import { fetchSteps } from "./fetch-lines.ts";
import { queryText } from "./texts.ts";

export type AskedMerchant = {
  merchant: string;
  state: "waiting" | "asking" | "searched" | "not_searched";
  problem: Said | null;
};

/** The progress of a search: its results, and the state of each merchant's gateway. */
export type Finding = {
  hits: readonly Hit[];
  /** How many results, at the start of the list, came from our database. */
  here: number;
  asked: readonly AskedMerchant[];
  /** How many merchants' gateways were not searched because of the limit. */
  notAsked: number;
  note: Said | null;
  isDone: boolean;
};

export const nothingFound: Finding = { hits: [], here: 0, asked: [], notAsked: 0, note: null, isDone: false };

export function findQuery(environment: string, q: string) {
  return queryOptions({
    queryKey: [environment, "*", "find", q],
    queryFn: streamedQuery<FindStep, Finding, string[]>({
      streamFn: ({ signal }) =>
        fetchSteps(`/api/${environment}/find/steps?q=${encodeURIComponent(q)}`, {
          schema: async () => (await import("#lib/contract/find.ts")).findStepSchema,
          signal,
          interrupted: queryText("search_interrupted"),
        }),
      reducer: takeStep,
      initialValue: nothingFound,
    }),
    enabled: q !== "",
  });
}

/** The search after one more step. */
export function takeStep(finding: Finding, step: FindStep): Finding {
  if (step.step === "here") {
    const asked = step.toAsk.map((merchant) => ({ merchant, state: "waiting" as const, problem: null }));
    return { hits: step.hits, here: step.hits.length, asked, notAsked: step.notSearchedCount, note: null, isDone: false };
  }
  if (step.step === "end") return { ...finding, note: toSaid(step.note, step.noteDetails), isDone: true };
  const change: Pick<AskedMerchant, "state" | "problem"> =
    step.step === "asking"
      ? { state: "asking", problem: null }
      : {
          state: step.problem === null ? "searched" : "not_searched",
          problem: toSaid(step.problem, step.problemDetails),
        };
  return {
    ...finding,
    hits: step.step === "asked" ? [...finding.hits, ...step.hits] : finding.hits,
    asked: finding.asked.map((each) => (each.merchant === step.merchant ? { ...each, ...change } : each)),
  };
}

function toSaid(message: string | null, details: Omit<Said, "message"> | undefined): Said | null {
  return message === null ? null : { message, ...details };
}
