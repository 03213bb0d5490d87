import type { z } from "zod";
import { inputText } from "./input-texts.ts";
import type { Message } from "./text.ts";

type Issue = z.core.$ZodIssue;
type SizeIssue = Extract<Issue, { code: "too_big" | "too_small" }>;

/** The text of a schema's issue: that of its rule (`asRule`), otherwise zod's own. The English is zod's either way. */
export function issueMessage(issue: Issue): Message {
  const { text } = issue as { text?: Message };
  return text ?? { ...toText(issue), message: issue.message };
}

function toText(issue: Issue): Message {
  switch (issue.code) {
    case "invalid_type":
      return inputText("invalid_type", { expected: issue.expected, received: issue.message.split("received ")[1] ?? "?" });
    case "invalid_value": {
      const options = issue.values.map((value) => JSON.stringify(value) ?? String(value)).join("|");
      return issue.values.length === 1
        ? inputText("invalid_input_expected", { expected: options })
        : inputText("invalid_value", { options });
    }
    case "too_big":
    case "too_small":
      return toSizeText(issue);
    case "not_multiple_of":
      return inputText("not_multiple", { divisor: issue.divisor });
    case "invalid_format":
      return toFormatText(issue);
    default:
      return inputText("invalid");
  }
}

function toSizeText(issue: SizeIssue): Message {
  const { origin, exact = false, inclusive = true } = issue;
  const limit = String(issue.code === "too_big" ? issue.maximum : issue.minimum);
  if (issue.code === "too_big") {
    if (origin === "array") return inputText("too_many_items", { max: limit });
    if (origin === "string")
      return exact ? inputText("wrong_length_long", { length: limit }) : inputText("too_long", { max: limit });
    return inputText(inclusive ? "too_large" : "too_large_or_equal", { origin, max: limit });
  }
  if (origin === "array") return inputText("too_few_items", { min: limit });
  if (origin === "string")
    return exact ? inputText("wrong_length_short", { length: limit }) : inputText("too_short", { min: limit });
  return inputText(inclusive ? "too_small" : "too_small_or_equal", { origin, min: limit });
}

const formats: Readonly<Record<string, Message>> = {
  email: inputText("invalid_email"),
  url: inputText("invalid_url"),
  uuid: inputText("invalid_uuid"),
  datetime: inputText("invalid_datetime"),
  date: inputText("invalid_date"),
};

function toFormatText({ format, pattern }: Extract<Issue, { code: "invalid_format" }>): Message {
  if (format === "regex") return inputText("wrong_pattern", { pattern: pattern ?? "" });
  return formats[format] ?? inputText("invalid");
}
