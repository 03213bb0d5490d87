import { alertSchema, alertsSchema, listAlertsInput } from "../../alert.ts";
import { environmentPath, type Operation } from "../operation.ts";

const tag = "Operations";

export const alertOperations: readonly Operation[] = [
  {
    id: "listAlerts",
    method: "get",
    path: `${environmentPath}/alerts`,
    tag,
    summary: "What may need a person, of the merchants you may see",
    role: "viewer",
    query: listAlertsInput,
    answers: { 200: { description: "Last seen first; without a status those that are not resolved.", schema: alertsSchema } },
    errors: [],
  },
  {
    id: "acknowledgeAlert",
    method: "post",
    path: `${environmentPath}/alerts/{id}/acknowledge`,
    tag,
    summary: "Acknowledge it; it keeps counting; audited",
    role: "support",
    answers: { 200: { description: "The alert.", schema: alertSchema } },
    errors: ["conflict"],
  },
  {
    id: "resolveAlert",
    method: "post",
    path: `${environmentPath}/alerts/{id}/resolve`,
    tag,
    summary: "Say that it is over; when it happens again, a new alert is opened; audited",
    role: "support",
    answers: { 200: { description: "The alert.", schema: alertSchema } },
    errors: [],
  },
];
