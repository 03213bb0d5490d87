ALTER TABLE "ledger_facet" ADD COLUMN "amount_min" bigint;--> statement-breakpoint
ALTER TABLE "ledger_facet" ADD COLUMN "amount_max" bigint;--> statement-breakpoint
UPDATE "ledger_facet" SET "amount_min" = held."low", "amount_max" = held."high" FROM (
	SELECT "facet_id", CASE WHEN bool_or("amount_minor" IS NULL) THEN -9007199254740992 ELSE min("amount_minor") END AS "low", max("amount_minor") AS "high"
	FROM "transaction" GROUP BY "facet_id"
) AS held WHERE held."facet_id" = "ledger_facet"."id";
