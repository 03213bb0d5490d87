import { handleApi } from "#lib/server/handle-api.ts";

export const dynamic = "force-dynamic";

/** Next derives HEAD from GET. */
export { handleApi as DELETE, handleApi as GET, handleApi as OPTIONS, handleApi as PATCH, handleApi as POST, handleApi as PUT };
