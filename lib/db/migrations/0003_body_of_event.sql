ALTER TABLE "event_key" ADD COLUMN "body" uuid;
