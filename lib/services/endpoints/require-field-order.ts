import { AppError } from "#lib/core/errors.ts";
import { type FieldOrder, fieldOrderProblem } from "#lib/notifications/verification/field-order.ts";

/** Throws `invalid_input`, with the reason at `order`, for names that are not an allowed order. */
export function requireFieldOrder(order: FieldOrder): void {
  const message = fieldOrderProblem(order);
  if (message !== undefined) throw new AppError("invalid_input", { fields: [{ field: "order", ...message }] });
}
