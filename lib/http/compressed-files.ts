import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream";

export type CompressedFile = { file: string; bytes: number; type: string };

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const types: Record<string, string> = { ".js": "application/javascript; charset=UTF-8", ".css": "text/css; charset=UTF-8" };

/** Files below the folder that also exist compressed with Brotli, as `name.br`; keyed by their address. */
export function findCompressedFiles(folder: string, address: string): ReadonlyMap<string, CompressedFile> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries.flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const type = types[path.extname(entry.name.replace(/\.br$/, ""))];
      if (!entry.isFile() || !entry.name.endsWith(".br") || type === undefined) return [];
      const place = path.relative(folder, file).split(path.sep).map(encodeURIComponent).join("/");
      return [[`${address}/${place.replace(/\.br$/, "")}`, { file, bytes: statSync(file).size, type }] as const];
    }),
  );
}

/**
 * Serves one of the files if the browser accepts Brotli, and leaves everything else to `otherwise`. Their
 * names change with their content, so a browser caches them forever.
 */
export function serveCompressed(files: ReadonlyMap<string, CompressedFile>, otherwise: Serve): Serve {
  return async (request, response) => {
    const found = files.get((request.url ?? "").split("?", 1)[0] ?? "");
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!found || !isRead || request.headers.range || !takesBrotli(request)) return otherwise(request, response);
    response.writeHead(200, {
      "content-type": found.type,
      "content-encoding": "br",
      "content-length": found.bytes,
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    if (request.method === "HEAD") response.end();
    else pipeline(createReadStream(found.file), response, () => {});
  };
}

function takesBrotli({ headers }: IncomingMessage): boolean {
  const asked = String(headers["accept-encoding"] ?? "").split(",");
  return asked.some((each) => /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(each));
}
