import type { NotificationDetail } from "#lib/contract/notification.ts";
import { findFieldSightings } from "#lib/db/endpoints/field-sightings.ts";
import { toFields } from "#lib/notifications/receive/to-event.ts";
import type { Pair } from "#lib/notifications/verification/form.ts";
import type { ServiceContext } from "../../context.ts";
import { maskFor } from "./mask-for.ts";

/** Every field in received order, personal ones masked; undocumented ones with the day they first occurred. */
export async function describeFields(
  ctx: Pick<ServiceContext, "db" | "staff">,
  { environment }: { environment: string },
  pairs: readonly Pair[],
): Promise<NotificationDetail["fields"]> {
  const fields = toFields(pairs);
  const names = fields.filter(({ known }) => !known).map(({ name }) => name);
  const firstSeen = await findFieldSightings(ctx.db, { environment, names });
  const mask = maskFor(ctx);
  return fields.map((field) => {
    const firstSeenAt = firstSeen(field.name)?.toISOString() ?? null;
    return { ...field, ...mask(field.name, field.value), firstSeenAt };
  });
}
