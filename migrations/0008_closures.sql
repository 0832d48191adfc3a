ALTER TABLE "held_versions" ADD COLUMN "closures" text;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "closures" text;--> statement-breakpoint
CREATE TRIGGER "versions_closures_immutable" BEFORE UPDATE OF "closures" ON "versions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
