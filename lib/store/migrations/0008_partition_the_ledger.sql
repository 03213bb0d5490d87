ALTER TABLE "transaction" RENAME TO "transaction_unpartitioned";--> statement-breakpoint
ALTER TABLE "transaction_unpartitioned" DROP CONSTRAINT "transaction_key";--> statement-breakpoint
CREATE TABLE "ledger_day" (
	"facet_id" integer NOT NULL,
	"day" date NOT NULL,
	"rows" integer NOT NULL,
	"credit_minor" numeric NOT NULL,
	"debit_minor" numeric NOT NULL,
	"amount_min" bigint,
	"amount_max" bigint,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_day_key" PRIMARY KEY("facet_id","day")
);
--> statement-breakpoint
CREATE TABLE "ledger_facet" (
	"id" serial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"type" text,
	"sign" text NOT NULL,
	"currency" text NOT NULL,
	"account_number" text,
	"terminal_id" text,
	CONSTRAINT "ledger_facet_once" UNIQUE NULLS NOT DISTINCT("merchant_id","type","sign","currency","account_number","terminal_id")
);
--> statement-breakpoint
CREATE TABLE "transaction_key" (
	"merchant_id" uuid NOT NULL,
	"id" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transaction_key_once" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
DROP INDEX "transaction_environment_time";--> statement-breakpoint
DROP INDEX "transaction_amount";--> statement-breakpoint
DROP INDEX "transaction_merchant_time";--> statement-breakpoint
DROP INDEX "transaction_reference";--> statement-breakpoint
CREATE TABLE "transaction" (
	"merchant_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" text NOT NULL,
	"facet_id" integer NOT NULL,
	"reference" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"occurred_at_text" text NOT NULL,
	"day" date NOT NULL,
	"type" text,
	"sign" text NOT NULL,
	"amount_minor" bigint,
	"amount_rank" bigint GENERATED ALWAYS AS (coalesce(amount_minor, '-9223372036854775808'::bigint)) STORED NOT NULL,
	"amount_text" text NOT NULL,
	"currency" text NOT NULL,
	"account_number" text,
	"terminal_id" text,
	"reference_number" text,
	"pan" text,
	"description" text,
	"record" jsonb NOT NULL,
	"read_at" timestamp with time zone NOT NULL
) PARTITION BY LIST ("environment");
--> statement-breakpoint
CREATE TABLE "transaction_sandbox" PARTITION OF "transaction" FOR VALUES IN ('sandbox') PARTITION BY RANGE ("occurred_at");--> statement-breakpoint
CREATE TABLE "transaction_demo" PARTITION OF "transaction" FOR VALUES IN ('demo') PARTITION BY RANGE ("occurred_at");--> statement-breakpoint
CREATE TABLE "transaction_production" PARTITION OF "transaction" FOR VALUES IN ('production') PARTITION BY RANGE ("occurred_at");--> statement-breakpoint
CREATE INDEX "transaction_time" ON "transaction" USING btree ("occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"merchant_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transaction_merchant_time" ON "transaction" USING btree ("merchant_id","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transaction_facet_time" ON "transaction" USING btree ("facet_id","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"amount_rank");--> statement-breakpoint
CREATE INDEX "transaction_amount" ON "transaction" USING btree ("amount_rank" DESC NULLS FIRST,"occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"merchant_id" DESC NULLS FIRST,"facet_id");--> statement-breakpoint
CREATE INDEX "transaction_reference" ON "transaction" USING btree ("merchant_id","reference");--> statement-breakpoint
CREATE FUNCTION "ensure_transaction_month"("of_environment" text, "of_time" timestamp with time zone) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	in_utc timestamp := of_time AT TIME ZONE 'UTC';
	first_month timestamp := '2000-01-01';
	end_month timestamp := '2100-01-01';
	starts timestamp := CASE WHEN in_utc < first_month THEN '-infinity' WHEN in_utc >= end_month THEN end_month ELSE date_trunc('month', in_utc) END;
	ends timestamp := CASE WHEN in_utc < first_month THEN first_month WHEN in_utc >= end_month THEN 'infinity' ELSE starts + interval '1 month' END;
	suffix text := CASE WHEN in_utc < first_month THEN 'early' WHEN in_utc >= end_month THEN 'late' ELSE to_char(starts, 'YYYYMM') END;
	name text := 'transaction_' || of_environment || '_' || suffix;
BEGIN
	IF to_regclass(quote_ident(name)) IS NOT NULL THEN RETURN; END IF;
	PERFORM pg_advisory_xact_lock(4242010);
	IF EXISTS (SELECT FROM pg_class WHERE relname = name AND relnamespace = current_schema()::regnamespace) THEN RETURN; END IF;
	EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING GENERATED)', name, 'transaction_' || of_environment);
	EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', 'transaction_' || of_environment, name,
		CASE WHEN suffix = 'early' THEN 'MINVALUE' ELSE quote_literal(starts::text || '+00') END,
		CASE WHEN suffix = 'late' THEN 'MAXVALUE' ELSE quote_literal(ends::text || '+00') END);
END $$;
--> statement-breakpoint
INSERT INTO "ledger_facet" ("environment", "merchant_id", "type", "sign", "currency", "account_number", "terminal_id")
SELECT DISTINCT "environment", "merchant_id", "type", "sign", "currency", "account_number", "terminal_id" FROM "transaction_unpartitioned";--> statement-breakpoint
SELECT ensure_transaction_month("environment", "month") FROM (
	SELECT DISTINCT "environment", date_trunc('month', "occurred_at" AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS "month" FROM "transaction_unpartitioned"
) AS "held";--> statement-breakpoint
INSERT INTO "transaction" ("merchant_id", "environment", "id", "facet_id", "reference", "occurred_at", "occurred_at_text", "day", "type", "sign",
	"amount_minor", "amount_text", "currency", "account_number", "terminal_id", "reference_number", "pan", "description", "record", "read_at")
SELECT t."merchant_id", t."environment", t."id", f."id", t."reference", t."occurred_at", t."occurred_at_text",
	(t."occurred_at" AT TIME ZONE coalesce(e."options"->>'zone', 'UTC'))::date, t."type", t."sign", t."amount_minor", t."amount_text", t."currency",
	t."account_number", t."terminal_id", t."reference_number", t."pan", t."description", t."record", t."read_at"
FROM "transaction_unpartitioned" t
JOIN "ledger_facet" f ON f."merchant_id" = t."merchant_id" AND f."sign" = t."sign" AND f."currency" = t."currency"
	AND f."type" IS NOT DISTINCT FROM t."type" AND f."account_number" IS NOT DISTINCT FROM t."account_number"
	AND f."terminal_id" IS NOT DISTINCT FROM t."terminal_id"
LEFT JOIN "environment" e ON e."id" = t."environment";--> statement-breakpoint
INSERT INTO "transaction_key" ("merchant_id", "id", "occurred_at") SELECT "merchant_id", "id", "occurred_at" FROM "transaction";--> statement-breakpoint
INSERT INTO "ledger_day" ("facet_id", "day", "rows", "credit_minor", "debit_minor", "amount_min", "amount_max", "first_at", "last_at")
SELECT "facet_id", "day", count(*), coalesce(sum("amount_minor") FILTER (WHERE "amount_minor" > 0), 0),
	coalesce(sum("amount_minor") FILTER (WHERE "amount_minor" < 0), 0), min("amount_minor"), max("amount_minor"), min("occurred_at"), max("occurred_at")
FROM "transaction" GROUP BY "facet_id", "day";--> statement-breakpoint
DROP TABLE "transaction_unpartitioned";--> statement-breakpoint
DROP INDEX "identifier_value";--> statement-breakpoint
ALTER TABLE "identifier" DROP CONSTRAINT "identifier_key";--> statement-breakpoint
ALTER TABLE "identifier" ALTER COLUMN "value" SET DATA TYPE text collate "C";--> statement-breakpoint
INSERT INTO "identifier" ("environment", "merchant_id", "kind", "target_id", "field", "value", "occurred_at")
SELECT "environment", "merchant_id", "kind", "target_id", "field", regexp_replace("value", '^0+(?=[0-9A-Z])', ''), "occurred_at" FROM "identifier"
WHERE "value" ~ '^0+[0-9A-Z]' AND NOT EXISTS (SELECT FROM "identifier" other WHERE other."merchant_id" = "identifier"."merchant_id"
	AND other."kind" = "identifier"."kind" AND other."target_id" = "identifier"."target_id" AND other."field" = "identifier"."field"
	AND other."value" = regexp_replace("identifier"."value", '^0+(?=[0-9A-Z])', ''));--> statement-breakpoint
CREATE INDEX "identifier_find" ON "identifier" USING btree ("merchant_id","value","occurred_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "identifier_age" ON "identifier" USING btree ("occurred_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identifier_target" ON "identifier" USING btree ("merchant_id","kind","target_id","field","value") WHERE "identifier"."kind" <> 'transaction';
