import type { z } from "zod";
import { AppError, type FieldProblem } from "./errors.ts";

/**
 * The only place where a schema failure becomes a client error (docs/api.md): `invalid_input` with one entry for each
 * field. Returns the parsed value.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields: FieldProblem[] = result.error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ field: [...path, key].join("."), message: "This field is not known here." }));
    }
    return [{ field: path.join(".") || "body", message: issue.message }];
  });
  throw new AppError("invalid_input", { fields });
}
