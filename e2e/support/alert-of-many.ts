import { and, eq, inArray } from "drizzle-orm";
import { openStore } from "#lib/db/connection/open-store.ts";
import { alert, alertMember } from "#lib/db/schema/alert.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { findRunningDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { dataDir } from "./surroundings.ts";

const environment = "sandbox";

/** Opens the one alert that many merchants share, and returns its id; of a rule that only time resolves, since the sandbox has too few merchants. */
export async function openAlertOfMany(slugs: readonly string[]): Promise<string> {
  const store = openStore({ url: (await findRunningDatabase(dataDir)) ?? "", connectionsMax: 1 });
  try {
    const merchants = await store.db
      .select({ id: merchant.id })
      .from(merchant)
      .where(and(eq(merchant.environment, environment), inArray(merchant.slug, [...slugs])));
    const at = new Date();
    const values = { environment, merchantId: null, rule: "profile_contradicted", subject: "many" };
    await store.db.delete(alert).where(and(eq(alert.rule, values.rule), eq(alert.subject, values.subject)));
    const [opened] = await store.db
      .insert(alert)
      .values({ ...values, severity: "critical", openedAt: at, lastSeenAt: at, count: merchants.length })
      .returning();
    const alertId = opened?.id ?? "";
    await store.db.insert(alertMember).values(merchants.map(({ id }) => ({ alertId, merchantId: id })));
    return alertId;
  } finally {
    await store.close();
  }
}
