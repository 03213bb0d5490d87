import "server-only";

type File = { body: BodyInit; contentType: string; fileName: string };

/** A file for download, sent as it is made; a reader who leaves ends the making. */
export function fileResponse({ body, contentType, fileName }: File): Response {
  const headers = { "content-type": contentType, "content-disposition": `attachment; filename="${fileName}"` };
  return new Response(body, { headers });
}
