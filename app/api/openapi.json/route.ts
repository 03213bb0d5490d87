import { createOpenapiDocument } from "#lib/contract/openapi/openapi-document.ts";
import { publicRoute } from "#lib/server/route.ts";

export const dynamic = "force-dynamic";

export const GET = publicRoute(async ({ runtime }) => createOpenapiDocument(runtime.settings.publicOrigin));
