ALTER TABLE "staff" ADD COLUMN "hides_get_started" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_session" ADD COLUMN "view_as" text;