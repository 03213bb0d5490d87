import type { NotificationDetail } from "../../contract/notification.ts";
import type { Pair } from "../../notify/form.ts";
import { maskValue } from "../../notify/mask.ts";
import { toFields } from "../../notify/to-event.ts";
import { findFieldSightings } from "../../store/field-sightings.ts";
import type { ServiceContext } from "../context.ts";

/** Every field in received order, personal ones masked; those that no document names with the day they first came. */
export async function describeFields(
  { db }: Pick<ServiceContext, "db">,
  { environment }: { environment: string },
  pairs: readonly Pair[],
): Promise<NotificationDetail["fields"]> {
  const fields = toFields(pairs);
  const names = fields.filter(({ known }) => !known).map(({ name }) => name);
  const firstSeen = await findFieldSightings(db, { environment, names });
  return fields.map((field) => {
    const firstSeenAt = firstSeen(field.name)?.toISOString() ?? null;
    return { ...field, ...maskValue(field.name, field.value), firstSeenAt };
  });
}
