CREATE TABLE "record_tag" (
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_key" text NOT NULL,
	"mark" text NOT NULL,
	"record_id" uuid,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "record_tag_key" PRIMARY KEY("merchant_id","subject_key","subject","mark")
);
--> statement-breakpoint
CREATE TABLE "tag" (
	"environment" text NOT NULL,
	"mark" text NOT NULL,
	"name" "bytea" NOT NULL,
	CONSTRAINT "tag_key" PRIMARY KEY("environment","mark")
);
--> statement-breakpoint
CREATE INDEX "record_tag_environment_time" ON "record_tag" USING btree ("environment","mark","subject","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "record_tag_merchant_time" ON "record_tag" USING btree ("merchant_id","mark","subject","at" DESC NULLS LAST);