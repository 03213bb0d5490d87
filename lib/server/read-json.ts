import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { refuseUnstorable } from "./refuse-unstorable.ts";

const usualBytesMax = 1_048_576;

/**
 * The JSON body of a change; `{}` without a body. Throws `not_acceptable_type` for
 * forms and text, `body_too_large`, `invalid_json`, and `invalid_input` for text that cannot be stored.
 */
export async function readJson(request: Request, bodyBytesMax = usualBytesMax): Promise<unknown> {
  const type = request.headers.get("content-type");
  const bytes = await readCapped(request, bodyBytesMax);
  if (type === null && bytes.length === 0) return {};
  if (type === null || !/^application\/json\s*(;|$)/i.test(type)) throw new AppError("not_acceptable_type");
  if (bytes.length === 0) return {};
  const value = parseJson(bytes);
  refuseUnstorable(value);
  return value;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("invalid_json", { cause });
  }
}

async function readCapped(request: Request, bodyBytesMax: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > bodyBytesMax) throw new AppError("body_too_large");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of arriving(request)) {
    size += chunk.length;
    if (size > bodyBytesMax) throw new AppError("body_too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A connection that breaks within the body is reported as invalid JSON, not as a server error. */
async function* arriving(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch (cause) {
    throw new AppError("invalid_json", { cause });
  }
}
