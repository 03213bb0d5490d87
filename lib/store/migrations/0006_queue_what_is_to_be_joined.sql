CREATE TABLE "delivery_outbox" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL
);
--> statement-breakpoint
INSERT INTO "delivery_outbox" ("delivery_id") SELECT "id" FROM "delivery"
	WHERE "verdict" = 'valid' AND "method" IN ('IPCPurchaseNotify', 'IPCPurchaseRollback', 'IPCPreAuthorizationNotify') ORDER BY "seq";
