ALTER TABLE "delivery_conflict" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "delivery_text" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ledger_join" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "delivery_conflict" CASCADE;--> statement-breakpoint
DROP TABLE "delivery_text" CASCADE;--> statement-breakpoint
DROP TABLE "ledger_join" CASCADE;--> statement-breakpoint
DROP INDEX "delivery_merchant_time";--> statement-breakpoint
DROP INDEX "delivery_environment_time";--> statement-breakpoint
DROP INDEX "delivery_rare";--> statement-breakpoint
DROP INDEX "delivery_seq";--> statement-breakpoint
CREATE INDEX "delivery_merchant_seq" ON "delivery" USING btree ("merchant_id","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "delivery_environment_seq" ON "delivery" USING btree ("environment","seq" DESC NULLS LAST);