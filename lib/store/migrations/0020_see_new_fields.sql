CREATE TABLE "field_sighting" (
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "field_sighting_once" PRIMARY KEY("environment","name")
);
