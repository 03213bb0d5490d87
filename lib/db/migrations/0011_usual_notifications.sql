CREATE TABLE "usual_notifications" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"missed_after_notified" double precision NOT NULL,
	"missed_after_missed" double precision NOT NULL,
	"sales_per_year" integer NOT NULL,
	"evidence_limit" double precision NOT NULL,
	"learned_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone,
	"missing_since" timestamp with time zone,
	"missing_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "usual_notifications_check" ON "usual_notifications" USING btree ("check_at");--> statement-breakpoint
CREATE INDEX "usual_notifications_missing" ON "usual_notifications" USING btree ("environment") WHERE "usual_notifications"."missing_since" is not null;