import { changeFieldOrderInput, fieldOrderSchema, fieldOrderTrialSchema, tryFieldOrderInput } from "../../field-order.ts";
import { merchantPath, type Operation } from "../operation.ts";

const path = `${merchantPath}/endpoints/{id}/field-order`;
const tag = "Notifications";

export const fieldOrderOperations: readonly Operation[] = [
  {
    id: "getFieldOrder",
    method: "get",
    path,
    tag,
    summary: "The names that must stand first, and the orders in which genuine notifications arrived and were refused",
    role: "viewer",
    answers: { 200: { description: "The order in force and the candidates with their evidence.", schema: fieldOrderSchema } },
    errors: [],
  },
  {
    id: "tryFieldOrder",
    method: "get",
    path: `${path}/trial`,
    tag,
    summary: "What stored valid notifications would say in another field order; changes nothing",
    role: "admin",
    query: tryFieldOrderInput,
    answers: { 200: { description: "Those that would say something else.", schema: fieldOrderTrialSchema } },
    errors: [],
  },
  {
    id: "changeFieldOrder",
    method: "post",
    path,
    tag,
    summary: "Let a candidate, or the usual order, replace the order in force; needs the merchant's name; audited",
    role: "admin",
    body: changeFieldOrderInput,
    answers: { 200: { description: "The orders as they are now.", schema: fieldOrderSchema } },
    errors: ["conflict", "proof_required"],
  },
];
