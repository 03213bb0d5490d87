import { AppError, isAppError } from "#lib/core/errors.ts";
import type { Caller } from "../api-client.ts";
import { gatewayRefusal } from "../error-response.ts";
import { isWireRecord, type WireRecord, type WireValue } from "../wire/exact-json.ts";
import { findList } from "../wire/page.ts";

/** One question of a probe and what came: an answer, or a refusal that says something about the question. */
export type Asked = {
  status: number;
  body: WireValue | undefined;
  /** The records of its list; empty without one. */
  rows: readonly WireRecord[];
  /** Fields that the refusal names. */
  fields: readonly string[];
  /** The call and what came, without a merchant's values. */
  line: string;
};

export type Query = Readonly<Record<string, string | undefined>>;

export type Asker = {
  calls(): number;
  /** Throws what says nothing about the question: no answer, no sign-in, too many calls, or a failure of the gateway. */
  ask(path: string, query?: Query): Promise<Asked>;
};

/** A probe is a guest at the gateway. */
const callsMax = 60;

/** `calls`: how many were sent so far, those included that were sent again. */
export function createAsker({ read }: Pick<Caller, "read">, calls: () => number, signal?: AbortSignal): Asker {
  return {
    calls,
    async ask(path, query = {}) {
      if (calls() >= callsMax) throw new AppError("gateway_protocol", { message: "The probe ended after 60 calls." });
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

/** A merchant's days are its own; how they are written is not. */
function hideDay(value: string): string {
  return /^\d{4}-\d\d-\d\d/.test(value) ? value.replace(/^\d{4}-\d\d-\d\d/, "YYYY-MM-DD").replace(/\d\d/g, "00") : value;
}

export const listPath = "/accounting/v1/transactions";
