ALTER TABLE "transaction" ALTER COLUMN "record" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "transaction" ADD COLUMN "sealed" "bytea" DEFAULT ''::bytea NOT NULL;--> statement-breakpoint
ALTER TABLE "transaction" ADD COLUMN "content_mark" text;