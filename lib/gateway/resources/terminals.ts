import { AppError } from "#lib/core/errors.ts";
import { gatewayText } from "#lib/gateway/texts.ts";
import type { Caller } from "../api-client.ts";
import { withSegment } from "../path-segment.ts";
import type { Terminal } from "../records.ts";
import type { GatewayOptions } from "../types.ts";
import { isWireRecord } from "../wire/exact-json.ts";
import { toTerminal } from "../wire/terminal.ts";
import { readAllPages } from "./read-page.ts";

type ListOptions = Pick<GatewayOptions, "pageSizeName" | "pageSize">;

const path = "/pos/v1/terminals";

export function listTerminals(caller: Caller, { pageSizeName, pageSize }: ListOptions): Promise<Terminal[]> {
  return readAllPages(caller, { path, pageSizeName, pageSize, toRow: toTerminal });
}

export async function getTerminal(caller: Caller, terminalId: string): Promise<Terminal> {
  const body = await caller.read({ method: "GET", path: withSegment(path, "terminalId", terminalId) });
  const terminal = isWireRecord(body) ? toTerminal({ terminal_id: terminalId, ...body }) : undefined;
  if (!terminal) throw new AppError("gateway_protocol", { message: gatewayText("gateway_without_terminal") });
  return terminal;
}
