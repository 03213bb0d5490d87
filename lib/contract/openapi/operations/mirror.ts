import { mirrorRunSchema, mirrorSchema, requestRunInput } from "../../mirror.ts";
import { merchantPath, type Operation } from "../operation.ts";

const run = { description: "The run, and how far it is.", schema: mirrorRunSchema };

export const mirrorOperations: readonly Operation[] = [
  {
    id: "getMirror",
    method: "get",
    path: `${merchantPath}/mirror`,
    tag: "Transactions",
    summary: "How much of a merchant's ledger is mirrored, as of when, and the runs that fill and check it",
    role: "viewer",
    answers: { 200: { description: "Without a call to the gateway.", schema: mirrorSchema } },
    errors: ["not_connected"],
  },
  {
    id: "requestMirrorRun",
    method: "post",
    path: `${merchantPath}/mirror/runs`,
    tag: "Transactions",
    summary: "Read a stretch of days into the mirror, or prove it against the gateway and put it right",
    role: "support",
    body: requestRunInput,
    answers: { 200: run },
    errors: ["not_connected"],
  },
  {
    id: "stopMirrorRun",
    method: "delete",
    path: `${merchantPath}/mirror/runs/{id}`,
    tag: "Transactions",
    summary: "Stop a run; what it has read stays",
    role: "support",
    answers: { 200: run },
    errors: [],
  },
];
