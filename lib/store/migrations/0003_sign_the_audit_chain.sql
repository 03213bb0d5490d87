CREATE TABLE "audit_anchor" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"first_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	"rows" bigint NOT NULL,
	"last_hash" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_anchor_last" ON "audit_anchor" USING btree ("last_id");