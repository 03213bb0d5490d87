import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type ExtraConfigColumn, index } from "drizzle-orm/pg-core";

/** Of a payment: the gateway gives it back if it is not answered OK. */
export function isOfPayment(method: SQLWrapper): SQL {
  return sql`${method} in ('IPCPurchaseNotify', 'IPCPreAuthorizationNotify')`;
}

type Columns = Record<"answerStatus" | "verdict" | "genuineRefused" | "method", SQLWrapper>;

/** Payment notifications that were not answered OK, so that the gateway may reverse them. Forgeries are not among them. */
export function isUnconfirmed({ answerStatus, verdict, genuineRefused, method }: Columns): SQL {
  return sql`(${answerStatus} <> 200 and (${verdict} <> 'invalid' or ${genuineRefused})
    and ${isOfPayment(method)})`;
}

/** Those that are not verified, forgeries among them: by itself none of them proves anything. */
export function isUnproven({ answerStatus, verdict, method }: Omit<Columns, "genuineRefused">): SQL {
  return sql`(${answerStatus} <> 200 and ${verdict} <> 'valid' and ${isOfPayment(method)})`;
}

type IndexedColumns = Columns & Record<"merchantId" | "receivedAt" | "seq", ExtraConfigColumn>;

/** By merchant, and for all merchants of an environment. */
export function unconfirmedIndexes(table: IndexedColumns) {
  // Anew for each: an index takes the order off the columns that it is given.
  const newest = () => [table.receivedAt.desc(), table.seq.desc()] as const;
  return [
    index("delivery_unconfirmed")
      .on(table.merchantId, ...newest())
      .where(isUnconfirmed(table))
      .concurrently(),
    index("delivery_environment_unconfirmed")
      .on(...newest())
      .where(isUnconfirmed(table))
      .concurrently(),
    index("delivery_unproven")
      .on(table.merchantId, ...newest())
      .where(isUnproven(table))
      .concurrently(),
    index("delivery_environment_unproven")
      .on(...newest())
      .where(isUnproven(table))
      .concurrently(),
  ];
}
