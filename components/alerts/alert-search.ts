import { parseAsStringLiteral } from "nuqs/server";
import { alertStatuses } from "#lib/contract/alert-marks.ts";

export const alertSearchParsers = { status: parseAsStringLiteral(alertStatuses).withDefault("open") };
