import type { RecordCall } from "#lib/contract/call.ts";
import { callKindOf } from "#lib/core/gateway-calls.ts";
import { type GatewayCallRow, listCallsAbout, type SubjectOfCalls } from "#lib/db/gateway-calls/gateway-calls.ts";
import { hasRole, type ServiceContext } from "../context.ts";

/** The calls about a record for its timeline, oldest first; none for those who may not see calls. */
export async function findRecordCalls(ctx: ServiceContext, subject: SubjectOfCalls): Promise<RecordCall[]> {
  if (!hasRole(ctx.staff, "support")) return [];
  return joinRepeated((await listCallsAbout(ctx.db, subject)).map(toRecordCall));
}

function toRecordCall({ at, status, failure, ms, calls, ...call }: GatewayCallRow): RecordCall {
  return { at: at.toISOString(), kind: callKindOf(call), status, failure, ms, calls };
}

/** A payment that is asked for every two seconds is one entry for as long as the answer stays the same. */
function joinRepeated(calls: readonly RecordCall[]): RecordCall[] {
  const joined: RecordCall[] = [];
  for (const call of calls) {
    const last = joined.at(-1);
    const isSame = last?.kind === call.kind && last.status === call.status && last.failure === call.failure;
    if (last && isSame) joined.splice(-1, 1, { ...call, calls: last.calls + call.calls });
    else joined.push(call);
  }
  return joined;
}
