CREATE TABLE "person_name" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "forward_target" ALTER COLUMN "url" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "sealed_detail" "bytea";--> statement-breakpoint
ALTER TABLE "forward_target" ADD COLUMN "sealed_url" "bytea";--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "sealed_intent" "bytea";--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "sealed_record" "bytea";--> statement-breakpoint
ALTER TABLE "sandbox_record" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "provider_subject" text;