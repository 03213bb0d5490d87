import "server-only";
import { AppError } from "../core/errors.ts";

const bodyBytesMax = 1_048_576;

/**
 * The JSON body of a change; `{}` when there is none and none was announced. Throws `not_acceptable_type` for
 * forms and text, `body_too_large`, `invalid_json`.
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readCapped(request);
  if (bytes.length === 0) return {};
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new AppError("not_acceptable_type");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("invalid_json", { cause });
  }
}

async function readCapped(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > bodyBytesMax) throw new AppError("body_too_large");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > bodyBytesMax) throw new AppError("body_too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
