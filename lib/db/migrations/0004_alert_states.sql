CREATE TABLE "merchant_rhythm" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"hourly" double precision[] NOT NULL,
	"sales_per_year" integer NOT NULL,
	"learned_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone,
	"silent_since" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "severity" text DEFAULT 'warning' NOT NULL;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "acknowledged_by" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "resolved_by" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "comment" "bytea";--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "commented_by" text;--> statement-breakpoint
CREATE INDEX "merchant_rhythm_check" ON "merchant_rhythm" USING btree ("check_at");--> statement-breakpoint
CREATE INDEX "merchant_rhythm_silent" ON "merchant_rhythm" USING btree ("environment") WHERE "merchant_rhythm"."silent_since" is not null;