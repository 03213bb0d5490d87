import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

type Columns = Record<"answerStatus" | "verdict" | "genuineRefused" | "method", SQLWrapper>;

/** Payment notifications that were not answered OK, so that the gateway may reverse them. Forgeries are not among them. */
export function isUnconfirmed({ answerStatus, verdict, genuineRefused, method }: Columns): SQL {
  return sql`(${answerStatus} <> 200 and (${verdict} <> 'invalid' or ${genuineRefused})
    and ${method} in ('IPCPurchaseNotify', 'IPCPreAuthorizationNotify'))`;
}
