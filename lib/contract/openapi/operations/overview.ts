import { overviewInput, overviewSchema } from "../../overview.ts";
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
  { ...overview, id: "getOverview", path: `${merchantPath}/overview`, summary: "What days came to, one merchant" },
];
