import { handleApi } from "#lib/server/handle-api.ts";

export const dynamic = "force-dynamic";

/** HEAD is GET without its body, which Next makes itself. */
export { handleApi as DELETE, handleApi as GET, handleApi as OPTIONS, handleApi as PATCH, handleApi as POST, handleApi as PUT };
