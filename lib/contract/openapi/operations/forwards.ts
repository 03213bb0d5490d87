import { forwardPageSchema, listForwardsInput, replayedSchema, replayForwardsInput } from "../../forward.ts";
import { selfTestInput, selfTestSchema } from "../../self-test.ts";
import { merchantPath, type Operation } from "../operation.ts";

const path = `${merchantPath}/endpoints/{id}/forwards`;

export const forwardOperations: readonly Operation[] = [
  {
    id: "listForwards",
    method: "get",
    path,
    tag: "Notifications",
    summary: "What an endpoint passes on to its shop: waiting, delivered, refused and dead letters",
    role: "viewer",
    query: listForwardsInput,
    answers: { 200: { description: "One page, the latest first.", schema: forwardPageSchema } },
    errors: [],
  },
  {
    id: "replayForwards",
    method: "post",
    path: `${path}/replay`,
    tag: "Notifications",
    summary: "Send again to the shop: first the count, then, with that count, all that match",
    role: "support",
    body: replayForwardsInput,
    answers: { 200: { description: "How many it is, and whether they were queued.", schema: replayedSchema } },
    errors: ["conflict"],
  },
  {
    id: "runSelfTest",
    method: "post",
    path: `${merchantPath}/endpoints/{id}/self-test`,
    tag: "Notifications",
    summary: "Send genuine and forged samples to our own URL_Notify and compare the answers; takes about ten seconds",
    role: "support",
    body: selfTestInput,
    answers: { 200: { description: "Every answer beside what was expected.", schema: selfTestSchema } },
    errors: ["throttled"],
  },
];
