import { AppError, isAppError } from "#lib/core/errors.ts";
import { gatewayText } from "#lib/gateway/texts.ts";
import type { Caller } from "../api-client.ts";
import { gatewayRefusal } from "../error-response.ts";
import { isWireRecord, type WireRecord, type WireValue } from "../wire/exact-json.ts";
import { findList } from "../wire/page.ts";

/** One request of a probe and its response: a success, or an error that concerns the request itself. */
export type Asked = {
  status: number;
  body: WireValue | undefined;
  /** The records of the list in the response; empty without a list. */
  rows: readonly WireRecord[];
  /** Fields named in the error response. */
  fields: readonly string[];
  /** The request and a summary of the response, without a merchant's values. */
  line: string;
};

export type Query = Readonly<Record<string, string | undefined>>;

export type Asker = {
  calls(): number;
  /** Throws errors that do not concern the request itself: no response, no sign-in, too many calls, or a gateway failure. */
  ask(path: string, query?: Query): Promise<Asked>;
};

/** Limits the load that a probe puts on the gateway. */
const callsMax = 60;

/** `calls`: the number of requests sent so far, retries included. */
export function createAsker({ read }: Pick<Caller, "read">, calls: () => number, signal?: AbortSignal): Asker {
  return {
    calls,
    async ask(path, query = {}) {
      if (calls() >= callsMax) throw new AppError("gateway_protocol", { message: gatewayText("probe_too_long") });
      try {
        const body = await read({ method: "GET", path, query: { ...query }, ...(signal ? { signal } : {}) });
        const rows = (findList(body) ?? []).filter(isWireRecord);
        return { status: 200, body, rows, fields: [], line: toLine(path, query, `200, ${rows.length} rows`) };
      } catch (thrown) {
        const refusal = gatewayRefusal(thrown);
        if (!isAppError(thrown) || !refusal || !tellingStatuses.has(refusal.status)) throw thrown;
        const fields = refusal.fields.map(({ field }) => field.toLowerCase());
        return { status: refusal.status, body: undefined, rows: [], fields, line: toLine(path, query, String(refusal.status)) };
      }
    },
  };
}

const tellingStatuses: ReadonlySet<number> = new Set([400, 403, 404, 405, 406, 409, 410, 413, 414, 422]);

export function isRefused({ status }: Asked): boolean {
  return status !== 200;
}

const hidden: Readonly<Record<string, string>> = {
  account_number: "(account)",
  terminal_id: "(terminal)",
};

function toLine(path: string, query: Query, came: string): string {
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value = ""]) =>
        `${name}=${name === "payment_references" ? `(${value.split(",").length})` : (hidden[name] ?? hideDay(value))}`,
    )
    .join("&");
  const shown = path.startsWith(`${listPath}/`) && !path.endsWith("/multiple") ? `${listPath}/(reference)` : path;
  return `GET ${shown}${asked === "" ? "" : `?${asked}`} → ${came}`;
}

/** Hides a merchant's dates, but not their format. */
function hideDay(value: string): string {
  return /^\d{4}-\d\d-\d\d/.test(value) ? value.replace(/^\d{4}-\d\d-\d\d/, "YYYY-MM-DD").replace(/\d\d/g, "00") : value;
}

export const listPath = "/accounting/v1/transactions";
