import { changeProfileInput, probeProfileInput, profileQuery, profileSchema } from "../../profile.ts";
import { environmentPath, type Operation } from "../operation.ts";

const path = `${environmentPath}/profile`;
const tag = "Operations";
const profile = { description: "Each open question about the gateway and the answer in use.", schema: profileSchema };

export const profileOperations: readonly Operation[] = [
  {
    id: "getProfile",
    method: "get",
    path,
    tag,
    summary: "How this gateway reads what its documents leave open, since when that is known and why",
    role: "viewer",
    query: profileQuery,
    answers: { 200: profile },
    errors: [],
  },
  {
    id: "changeProfile",
    method: "patch",
    path,
    tag,
    summary: "Answer a question in place of what the gateway showed, or take that back with null; audited",
    role: "admin",
    body: changeProfileInput,
    answers: { 200: profile },
    errors: ["proof_required", "not_connected"],
  },
  {
    id: "probeGateway",
    method: "post",
    path: `${path}/probe`,
    tag,
    summary: "Ask the gateway each question again, with at most 60 reads; answers once that is under way",
    role: "admin",
    body: probeProfileInput,
    answers: { 200: profile },
    errors: ["conflict", "not_connected"],
  },
];
