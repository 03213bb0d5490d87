import { parseAsString } from "nuqs/server";

export const auditSearchParsers = {
  from: parseAsString,
  to: parseAsString,
  act: parseAsString,
  actor: parseAsString,
  merchant: parseAsString,
  target: parseAsString,
};
