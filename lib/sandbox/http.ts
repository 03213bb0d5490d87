import type { z } from "zod";
import { type FieldErrors, ProblemError, problem, validationProblem } from "./problem.ts";
import type { World } from "./world.ts";

export const bodyBytesMax = 64 * 1024;

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  });
}

export function html(body: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}

/** The whole body as text, at most 64 KiB; throws a 413 problem beyond that. */
export async function readText(request: Request): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > bodyBytesMax) throw new ProblemError(problem(413));
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of request.body ?? []) {
    total += chunk.byteLength;
    if (total > bodyBytesMax) throw new ProblemError(problem(413));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const jsonTypes = /^(application\/json|text\/json|application\/[\w.-]+\+json)\s*(;|$)/i;

/** A body of a business endpoint: its content type also says `x-api-version=1`, if configured. */
export async function readVersionedJson<Schema extends z.ZodType>(
  { settings }: World,
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const [, ...parameters] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  const isVersioned = parameters.some((parameter) => parameter.trim().replaceAll('"', "") === "x-api-version=1");
  if (settings.demandApiVersion && !isVersioned) throw new ProblemError(problem(415));
  return readJson(request, schema);
}

/** A JSON body of the schema's shape; throws 415 for another content type, 400 for invalid JSON or another shape. */
export async function readJson<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  if (!jsonTypes.test(request.headers.get("content-type") ?? "")) throw new ProblemError(problem(415));
  const text = await readText(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProblemError(validationProblem({ $: ["The body is not valid JSON."] }));
  }
  return parseOrProblem(schema, value);
}

export function parseOrProblem<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path.map(String).join(".") || "$";
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  throw new ProblemError(validationProblem(errors));
}

/** A form body as name and value pairs; throws 415 for another content type. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new ProblemError(problem(415));
  }
  return new URLSearchParams(await readText(request));
}
