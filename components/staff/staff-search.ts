import { parseAsStringLiteral } from "nuqs/server";
import { filterParsers } from "#components/filters/filter-parsers.ts";
import { staffListFilters } from "#lib/contract/filters.ts";

/** `show`: the pending invitations in place of the team members. */
export const staffSearchParsers = { ...filterParsers(staffListFilters), show: parseAsStringLiteral(["invitations"]) };
