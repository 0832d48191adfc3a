ALTER TABLE "held_versions" ADD COLUMN "command_trees" text;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "command_trees" text;--> statement-breakpoint
CREATE TRIGGER "versions_trees_immutable" BEFORE UPDATE OF "command_trees" ON "versions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
