import { eq } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { environment } from "./schema/environment.ts";

/** A connected environment with its sealed integration credentials. */
export type EnvironmentRow = typeof environment.$inferSelect;

export async function findEnvironmentRow(db: Queryable, id: string): Promise<EnvironmentRow | undefined> {
  const [row] = await db.select().from(environment).where(eq(environment.id, id));
  return row;
}
