import type { Database } from "../connection/open-store.ts";
import { payment, paymentEvent } from "../schema/payment.ts";
import type { NewPayment } from "./payments.ts";

type NewEvent = Omit<typeof paymentEvent.$inferInsert, "id" | "paymentId">;
export type EndedPayment = { row: NewPayment & { id: string }; events: readonly NewEvent[] };

const savedAtOnce = 200;

/** Stores payments that ended before, with their events; existing ones stay as they are, and open pages are not told. */
export async function insertEndedPayments(db: Database, payments: readonly EndedPayment[]): Promise<void> {
  for (let from = 0; from < payments.length; from += savedAtOnce) {
    const some = payments.slice(from, from + savedAtOnce);
    await db.transaction(async (tx) => {
      const rows = some.map(({ row }) => row);
      const saved = await tx.insert(payment).values(rows).onConflictDoNothing().returning({ id: payment.id });
      const ids = new Set(saved.map(({ id }) => id));
      const events = some.flatMap(({ row, events }) =>
        ids.has(row.id) ? events.map((event) => ({ ...event, paymentId: row.id })) : [],
      );
      if (events.length > 0) await tx.insert(paymentEvent).values(events);
    });
  }
}
