ALTER TABLE "overview_day" DROP CONSTRAINT "overview_day_key";
--> statement-breakpoint
ALTER TABLE "overview_day" ADD CONSTRAINT "overview_day_key" PRIMARY KEY("merchant_id","fact","day","kind","detail","currency");