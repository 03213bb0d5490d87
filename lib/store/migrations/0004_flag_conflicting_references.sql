CREATE TABLE "delivery_conflict" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_text" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_join" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"attempt" text NOT NULL,
	"matched_by" text,
	"transaction_id" text,
	"reference" text,
	"agrees" boolean,
	"gateway" text DEFAULT 'waiting' NOT NULL,
	"gateway_problem" text,
	"gateway_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reference_key" (
	"endpoint_id" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"event_id" uuid NOT NULL,
	CONSTRAINT "reference_key_once" PRIMARY KEY("endpoint_id","hash")
);
--> statement-breakpoint
DROP INDEX "delivery_merchant_seq";--> statement-breakpoint
DROP INDEX "delivery_environment_seq";--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "conflict" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_conflict" ADD CONSTRAINT "delivery_conflict_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_text" ADD CONSTRAINT "delivery_text_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_join" ADD CONSTRAINT "ledger_join_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_conflict_merchant" ON "delivery_conflict" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "delivery_text_words" ON "delivery_text" USING gin ("words");--> statement-breakpoint
CREATE INDEX "ledger_join_due" ON "ledger_join" USING btree ("next_at") WHERE "ledger_join"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "ledger_join_transaction" ON "ledger_join" USING btree ("merchant_id","transaction_id") WHERE "ledger_join"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_join_open" ON "ledger_join" USING btree ("merchant_id") WHERE "ledger_join"."transaction_id" is null;--> statement-breakpoint
CREATE INDEX "ledger_join_attempt" ON "ledger_join" USING btree ("merchant_id","attempt") WHERE "ledger_join"."attempt" <> 'paid';--> statement-breakpoint
CREATE INDEX "delivery_merchant_time" ON "delivery" USING btree ("merchant_id","received_at" DESC NULLS LAST,"seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "delivery_environment_time" ON "delivery" USING btree ("environment","received_at" DESC NULLS LAST,"seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "delivery_rare" ON "delivery" USING btree ("merchant_id","received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."verdict" <> 'valid' or "delivery"."method" is distinct from 'IPCPurchaseNotify';--> statement-breakpoint
CREATE INDEX "delivery_seq" ON "delivery" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "delivery_repeat" ON "delivery" USING btree ("event_id") WHERE "delivery"."event_id" <> "delivery"."id";