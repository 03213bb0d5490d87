import { changeRetentionInput, previewRetentionInput, retentionPreviewSchema, retentionSchema } from "../../retention.ts";
import { environmentPath, type Operation } from "../operation.ts";

const path = `${environmentPath}/retention`;
const settings = {
  description: "For how long each kind is kept, how much there is, and the latest runs.",
  schema: retentionSchema,
};

export const retentionOperations: readonly Operation[] = [
  {
    id: "getRetention",
    method: "get",
    path,
    tag: "Operations",
    summary: "For how long transactions, notifications and the audit are kept, and what was removed of late",
    role: "admin",
    answers: { 200: settings },
    errors: [],
  },
  {
    id: "changeRetention",
    method: "patch",
    path,
    tag: "Operations",
    summary: "Keep a kind for so many days, or for good; older rows go with the next run",
    role: "admin",
    body: changeRetentionInput,
    answers: { 200: settings },
    errors: ["proof_required"],
  },
  {
    id: "previewRetention",
    method: "get",
    path: `${path}/preview`,
    tag: "Operations",
    summary: "Count what would go if rows were kept for so many days; removes nothing",
    role: "admin",
    query: previewRetentionInput,
    answers: { 200: { description: "The rows that would go.", schema: retentionPreviewSchema } },
    errors: [],
  },
];
