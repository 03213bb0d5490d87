import type { NotificationDetail } from "../../contract/notification.ts";
import type { Pair } from "../../notify/form.ts";
import { toFields } from "../../notify/to-event.ts";
import { findFieldSightings } from "../../store/field-sightings.ts";
import type { ServiceContext } from "../context.ts";
import { maskFor } from "./mask-for.ts";

/** Every field in received order, personal ones masked; those that no document names with the day they first came. */
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
