/** Faults of a call; in the order of the list: instead of its response, before it, and in its response. */
export const scenarioKinds = [
  "unauthorized",
  "forbidden",
  "throttle",
  "error",
  "unavailable",
  "redirect",
  "drop",
  "latency",
  "expire-sessions",
  "drop-after",
  "malformed",
  "html",
  "empty",
  "half",
  "unknown-fields",
  "numbers-as-text",
  "error-in-200",
  "slow-body",
  "huge",
] as const;

export type ScenarioKind = (typeof scenarioKinds)[number];

const dropped = new WeakSet<Response>();
const hugeBytes = 64 * 1024 * 1024;

/** Marks a connection that the server closes before the response is complete; see `isDropped`. */
export function broken(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.error(new Error("The sandbox dropped this connection on purpose."));
    },
  });
  const response = new Response(body, { status: 200 });
  dropped.add(response);
  return response;
}

export function isDropped(response: Response): boolean {
  return dropped.has(response);
}

/** The real response as a faulty gateway might send it. */
export async function distort(how: ScenarioKind, response: Response, ms: number): Promise<Response> {
  const { status } = response;
  const text = await response.text();
  const as = (body: BodyInit | null, type = "application/json; charset=utf-8", asStatus = status) =>
    new Response(body, { status: asStatus, headers: { "content-type": type } });
  switch (how) {
    case "drop-after":
      return broken();
    case "html":
      return as("<!doctype html><title>Busy</title><p>Please come back later.", "text/html; charset=utf-8");
    case "empty":
      return as(null);
    case "half":
      return as(text.slice(0, Math.floor(text.length / 2)));
    case "malformed":
      return as(text.replace(":", ";"));
    case "error-in-200":
      return as('{"error":{"code":"E1","message":"The request could not be processed."}}', undefined, 200);
    case "unknown-fields":
      return as(rewrite(text, addMembers));
    case "numbers-as-text":
      return as(rewrite(text, (value) => (typeof value === "number" ? String(value) : value)));
    case "slow-body":
      return as(slowly(text, ms));
    case "huge":
      return as(endless());
    default:
      return as(text);
  }
}

function rewrite(text: string, change: (value: unknown) => unknown): string {
  return text === "" ? text : JSON.stringify(JSON.parse(text, (_, value: unknown) => change(value)));
}

function addMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return { surprise: { deep: [1, null, "x"] }, ...value };
}

/** The text in ten pieces over `ms`. */
function slowly(text: string, ms: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const pieces = 10;
  let piece = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, ms / pieces));
      const at = (part: number) => Math.ceil((bytes.length * part) / pieces);
      const slice = bytes.subarray(at(piece), at(piece + 1));
      piece += 1;
      if (slice.length > 0) controller.enqueue(slice);
      if (piece >= pieces) controller.close();
      else if (slice.length === 0) controller.enqueue(new Uint8Array());
    },
  });
}

/** Valid but endless JSON, up to 64 MiB. */
function endless(): ReadableStream<Uint8Array> {
  const chunk = new TextEncoder().encode(" ".repeat(64 * 1024));
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk);
      sent += chunk.length;
      if (sent >= hugeBytes) controller.close();
    },
  });
}
