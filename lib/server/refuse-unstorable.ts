import { inputText } from "#lib/core/input-texts.ts";
import type { Message } from "#lib/core/text.ts";
import "server-only";
import { AppError } from "#lib/core/errors.ts";

const depthMax = 32;

/**
 * Throws `invalid_input` for values that cannot be stored: text with a NUL, which PostgreSQL refuses, and
 * nesting deeper than 32. Not recursive, so that deep nesting cannot overflow the stack.
 */
export function refuseUnstorable(value: unknown): void {
  const left: { value: unknown; path: string; depth: number }[] = [{ value, path: "", depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value: member, path, depth } = next;
    if (typeof member === "string" && member.includes("\0")) refuse(path, inputText("text_with_nul"));
    if (typeof member !== "object" || member === null) continue;
    if (depth >= depthMax) refuse(path, inputText("nested_too_deep", { depth: depthMax }));
    for (const [name, each] of Object.entries(member)) {
      const field = path === "" ? name : `${path}.${name}`;
      if (name.includes("\0")) refuse(path, inputText("name_with_nul"));
      left.push({ value: each, path: field, depth: depth + 1 });
    }
  }
}

function refuse(path: string, message: Message): never {
  throw new AppError("invalid_input", { fields: [{ field: path.slice(0, 200) || "body", ...message }] });
}
