import type { Terminal } from "../records.ts";
import type { WireRecord } from "./exact-json.ts";
import { WireReader } from "./reader.ts";

/** One terminal of the list or of its own address; undefined without an id. */
export function toTerminal(record: WireRecord, askedId?: string): Terminal | undefined {
  const read = new WireReader(record);
  const terminalId = read.text("terminal_id", "tid", "id") ?? askedId;
  if (terminalId === undefined) return undefined;
  return {
    terminalId,
    serialNumber: read.text("serial_number"),
    model: read.text("model"),
    name: read.text("terminal_name", "name"),
    currency: read.text("device_currency", "currency"),
    status: read.text("status"),
    ...read.kept(),
  };
}
