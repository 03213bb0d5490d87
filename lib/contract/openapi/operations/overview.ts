import { overviewInput, overviewSchema } from "../../overview.ts";
import { quickFindInput, quickFindSchema } from "../../quick-find.ts";
import { environmentPath, merchantPath, type Operation } from "../operation.ts";

const overview = {
  method: "get",
  tag: "Overview",
  role: "viewer",
  query: overviewInput,
  answers: { 200: { description: "Of what is mirrored and received, beside as many days before.", schema: overviewSchema } },
  errors: [],
} as const;

export const overviewOperations: readonly Operation[] = [
  {
    ...overview,
    id: "getOverviewOfAll",
    path: `${environmentPath}/overview`,
    summary: "What days came to, all merchants you may see",
  },
  {
    id: "quickFind",
    method: "post",
    path: `${environmentPath}/quick-find`,
    tag: "Transactions",
    summary: "What the desk has of what is being typed or was pasted; asks no gateway",
    role: "viewer",
    body: quickFindInput,
    answers: { 200: { description: "Exact fits first.", schema: quickFindSchema } },
    errors: [],
  },
  { ...overview, id: "getOverview", path: `${merchantPath}/overview`, summary: "What days came to, one merchant" },
];
