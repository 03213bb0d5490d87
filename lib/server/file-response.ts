import "server-only";

type File = { body: BodyInit; contentType: string; fileName: string };

/** Streams a file for download while it is generated; a disconnect stops the generation. */
export function fileResponse({ body, contentType, fileName }: File): Response {
  const headers = { "content-type": contentType, "content-disposition": `attachment; filename="${fileName}"` };
  return new Response(body, { headers });
}
