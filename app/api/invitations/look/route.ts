import { publicRoute } from "#lib/server/route.ts";
import { lookAtInvitation } from "#lib/services/staff/accept-invitation.ts";

export const POST = publicRoute(({ runtime, input }) => lookAtInvitation({ db: runtime.store.db, vault: runtime.vault }, input));
