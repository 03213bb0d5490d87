import type { z } from "zod";
import { AppError, type FieldProblem } from "./errors.ts";
import { inputText } from "./input-texts.ts";
import { issueMessage } from "./issue-message.ts";

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
      return issue.keys.map((key) => ({ field: [...path, key].join("."), ...inputText("field_unknown") }));
    }
    return [{ field: path.join(".") || "body", ...issueMessage(issue) }];
  });
  throw new AppError("invalid_input", { fields });
}
