import { brokenError } from "./api-error.ts";
import { send } from "./send.ts";
import { queryText } from "./texts.ts";

type Options = { body: unknown; signal: AbortSignal; onProgress: (bytes: number) => void };

export type Downloaded = { blob: Blob; fileName: string };

/** Streams a file of our own `/api`. Throws ApiError, also when the file is incomplete. */
export async function downloadFile(path: string, { body, signal, onProgress }: Options): Promise<Downloaded> {
  const response = await send(path, { method: "POST", body, signal });
  if (!response.body) throw brokenError(queryText("download_interrupted"));
  // Not every browser supports `for await` on a stream.
  const reader = response.body.getReader();
  const parts: BlobPart[] = [];
  let bytes = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      bytes += part.value.length;
      onProgress(bytes);
    }
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw brokenError(queryText("download_interrupted"), cause);
  }
  const fileName = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "export";
  return { blob: new Blob(parts, { type: response.headers.get("content-type") ?? "" }), fileName };
}

/** Saves a file with the browser. */
export function saveFile({ blob, fileName }: Downloaded): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: address, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
