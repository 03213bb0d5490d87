/** Notifications that are about a transaction of the ledger. */
export const joinedMethods: readonly string[] = ["IPCPurchaseNotify", "IPCPreAuthorizationNotify"];
