import "server-only";

type File = { text: string; contentType: string; fileName: string };

/** A short text as a file for download. */
export function textFileResponse({ text, contentType, fileName }: File): Response {
  const headers = { "content-type": contentType, "content-disposition": `attachment; filename="${fileName}"` };
  return new Response(text, { headers });
}
